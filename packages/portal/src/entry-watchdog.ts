/** Runs before all else on an embedded page, as a file of its own: what it watches for may be that nothing else runs. */
import { toLanguage } from '@kerf/contract/language'
import { overwriteGetLocale } from '@kerf/locales/runtime'
import { watchOver } from './watchdog/watch-over.ts'

overwriteGetLocale(() => toLanguage(document.documentElement.lang))
watchOver()
