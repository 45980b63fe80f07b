/** Runs before everything else on an embedded page. A script of its own, because it reports that others do not run. */
import { toLanguage } from '@kerf/contract/language'
import { overwriteGetLocale } from '@kerf/locales/runtime'
import { watchPage } from './watchdog/watch-page.ts'

overwriteGetLocale(() => toLanguage(document.documentElement.lang))
watchPage()
