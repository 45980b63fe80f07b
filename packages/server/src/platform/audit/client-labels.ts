/** Labels of a session for its owner: application and kind of device. They grant no rights (S-057). */
import { SYSTEMS } from '@kerf/contract/portal-url'

type Platform = (typeof SYSTEMS)[number]

export interface ClientLabels {
  /** browser and system (`Firefox (Windows)`), or code and version of a native client (`creative 2.6.0`); '' if nothing is known */
  readonly application: string
  readonly platform: Platform
}

/** In this order, because most browsers also claim to be Chrome and Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/DingTalk\//, 'DingTalk'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/M?QQBrowser\//, 'QQ Browser'],
  [/UC?Browser\//, 'UC Browser'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
]

const SYSTEM_NAMES: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPad/, 'iPadOS'],
  [/iPhone|iPod/, 'iOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** The kind of device that a browser runs on. Android tablets are those without `Mobile`. */
function browserPlatform(userAgent: string): Platform {
  if (/iPad|Tablet|PlayBook|Silk\//.test(userAgent)) return 'web-pad'
  if (/Mobi|iPhone|iPod/.test(userAgent)) return 'web-mobile'
  return /Android/.test(userAgent) ? 'web-pad' : 'web-pc'
}

const firstMatch = (list: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1]

const isPlatform = (value: string): value is Platform => (SYSTEMS as readonly string[]).includes(value)

/** `appPlatform`, `appCode`, `appVersion`: the app headers, '' if missing. The result contains no text that a caller can choose freely. */
export function clientLabels(caller: {
  readonly userAgent: string
  readonly appPlatform: string
  readonly appCode: string
  /** numbers and dots */
  readonly appVersion: string
}): ClientLabels {
  const userAgent = caller.userAgent.slice(0, 512)
  const platform = isPlatform(caller.appPlatform) ? caller.appPlatform : browserPlatform(userAgent)
  const code = /^[a-z0-9_-]{1,40}$/.test(caller.appCode) ? caller.appCode : ''
  if (!platform.startsWith('web-'))
    return { application: [code, caller.appVersion].filter(Boolean).join(' '), platform }
  const browser = firstMatch(BROWSERS, userAgent)
  const system = firstMatch(SYSTEM_NAMES, userAgent)
  if (browser === undefined) return { application: system ?? code, platform }
  return { application: system === undefined ? browser : `${browser} (${system})`, platform }
}
