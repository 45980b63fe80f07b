/** Formats time, place and browser of a sign-in in the language of the mail. */
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { placeName } from '../geo/place-name.ts'

const LOCALES = { en: 'en', zh: 'zh-Hans-CN' } as const satisfies Record<Language, string>

/** Created on first use: the calendar data takes some megabytes. */
const timeFormats: { [lang in Language]?: Intl.DateTimeFormat } = {}

/** `at`: unix seconds. Formatted in UTC, because the reader's time zone is unknown. */
export function formatTime(at: number, lang: Language): string {
  timeFormats[lang] ??= new Intl.DateTimeFormat(LOCALES[lang], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${timeFormats[lang].format(at * 1000)} UTC`
}

export const formatPlace = (place: string, lang: Language): string =>
  placeName(place, lang) || m.mail_place_unknown({}, { locale: lang })

/** Names of the `appPlatform` values. */
const PLATFORMS = {
  pc: m.mail_platform_pc,
  pad: m.mail_platform_pad,
  mobile: m.mail_platform_mobile,
  'web-pc': m.mail_platform_web_pc,
  'web-mobile': m.mail_platform_web_mobile,
  'web-pad': m.mail_platform_web_pad,
  os: m.mail_platform_os,
} as const

export function formatBrowser(application: string, platform: string, lang: Language): string {
  const named = Object.hasOwn(PLATFORMS, platform)
    ? PLATFORMS[platform as keyof typeof PLATFORMS]({}, { locale: lang })
    : platform
  return [application, named].filter(Boolean).join(' · ')
}
