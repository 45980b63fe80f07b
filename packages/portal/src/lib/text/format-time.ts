/** Formats times in the viewer's time zone and in the form of the page's language. All arguments are Unix times in seconds. */
import type { Language } from '@kerf/contract/language'
import { getLanguage } from '../page/language.ts'

interface Options {
  language?: Language
  /** IANA name; without it, the viewer's */
  timeZone?: string | undefined
}

/** The order of the parts is that of most readers of English: day, month, year. */
const FORMS: Record<Language, { locale: string; dateStyle: 'medium' | 'long' }> = {
  en: { locale: 'en-GB', dateStyle: 'medium' },
  zh: { locale: 'zh-CN', dateStyle: 'long' },
}

function format(seconds: number, { language = getLanguage(), timeZone }: Options, hasTime: boolean): string {
  const { locale, dateStyle } = FORMS[language]
  const time = hasTime ? ({ timeStyle: 'short', hourCycle: 'h23' } as const) : {}
  return new Intl.DateTimeFormat(locale, { dateStyle, timeZone, ...time }).format(seconds * 1000)
}

/** `21 Nov 2026`, `2026年11月21日` */
export const formatDate = (seconds: number, options: Options = {}): string => format(seconds, options, false)

/** `21 Nov 2026, 16:05`, `2026年11月21日 16:05` */
export const formatDateTime = (seconds: number, options: Options = {}): string =>
  format(seconds, options, true)

/** `16:05` */
export const formatClock = (seconds: number, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    seconds * 1000,
  )

/** `2026-11-21`: the form that is specified for redemptions, and that certificates and files have. */
export function formatIsoDate(seconds: number, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  }).formatToParts(seconds * 1000)
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${year}-${month}-${day}`
}

/** `2026-11-21 16:05` */
export const formatIsoDateTime = (seconds: number): string =>
  `${formatIsoDate(seconds)} ${formatClock(seconds)}`

/** For the `dateTime` attribute of a `<time>` element. */
export const isoDateTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
