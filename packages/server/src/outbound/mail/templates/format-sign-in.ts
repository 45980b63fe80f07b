/** Formats time, place and browser of a sign-in in the language of the mail. */
import type { Language } from '@kerf/contract/language'
import type { System } from '@kerf/contract/portal-url'
import * as m from '@kerf/locales/messages'
import { isTimeZone } from '../../../platform/time-zone.ts'

const LOCALES = { en: 'en', zh: 'zh-Hans-CN' } as const satisfies Record<Language, string>

/** `at`: unix seconds. In the time zone of the caller, or in UTC if this runtime does not know it; the text names the zone. */
export function formatTime(at: number, lang: Language, wanted = ''): string {
  const timeZone = isTimeZone(wanted) ? wanted : 'UTC'
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  const zone = new Intl.DateTimeFormat(LOCALES[lang], { timeZone, timeZoneName: 'short' })
    .formatToParts(at * 1000)
    .find(({ type }) => type === 'timeZoneName')?.value
  return `${new Intl.DateTimeFormat(LOCALES[lang], options).format(at * 1000)} (${zone})`
}

/** Names of the `appPlatform` values. */
export const PLATFORMS = {
  pc: m.mail_platform_pc,
  pad: m.mail_platform_pad,
  mobile: m.mail_platform_mobile,
  'web-pc': m.mail_platform_web_pc,
  'web-mobile': m.mail_platform_web_mobile,
  'web-pad': m.mail_platform_web_pad,
  os: m.mail_platform_os,
} as const satisfies Record<System, unknown>

/** '' if nothing is known. */
export function formatBrowser(
  { application = '', platform = '' }: { readonly application?: string; readonly platform?: string },
  lang: Language,
): string {
  const named = Object.hasOwn(PLATFORMS, platform)
    ? PLATFORMS[platform as keyof typeof PLATFORMS]({}, { locale: lang })
    : platform
  return [application, named].filter(Boolean).join(' · ')
}
