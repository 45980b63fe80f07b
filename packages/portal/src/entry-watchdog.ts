/** Entry of the watchdog. It runs first on an embedded page, as a separate script, because it reports scripts that do not run. */
import { toLanguage } from '@kerf/contract/language'
import { overwriteGetLocale } from '@kerf/locales/runtime'
import { requestOldPage } from './watchdog/request-old-page.ts'
import { watchPage } from './watchdog/watch-page.ts'

overwriteGetLocale(() => toLanguage(document.documentElement.lang))
if (!requestOldPage()) watchPage()
