/** What a session is shown as: which application, on what kind of device. Labels for its owner, never a right (S-057). */
import { SYSTEMS } from '@kerf/contract/portal-url'

type Platform = (typeof SYSTEMS)[number]

export interface ClientLabels {
  /** browser and system (`Firefox (Windows)`), or the app's code for a native client; '' when nothing is known */
  readonly application: string
  readonly platform: Platform
}

/** The first that matches names the browser: most call themselves Chrome and Safari besides. */
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

/** Device kinds that a browser may be on; Android tablets are those that do not say Mobile. */
function deviceOf(userAgent: string): Platform {
  if (/iPad|Tablet|PlayBook|Silk\//.test(userAgent)) return 'web-pad'
  if (/Mobi|iPhone|iPod/.test(userAgent)) return 'web-mobile'
  return /Android/.test(userAgent) ? 'web-pad' : 'web-pc'
}

const firstMatch = (list: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1]

const isPlatform = (value: string): value is Platform => (SYSTEMS as readonly string[]).includes(value)

/** `appPlatform`, `appCode`: the app headers, '' where missing. The answer holds nothing a caller can word freely. */
export function clientLabels(caller: {
  readonly userAgent: string
  readonly appPlatform: string
  readonly appCode: string
}): ClientLabels {
  const userAgent = caller.userAgent.slice(0, 512)
  const platform = isPlatform(caller.appPlatform) ? caller.appPlatform : deviceOf(userAgent)
  const code = /^[a-z0-9_-]{1,40}$/.test(caller.appCode) ? caller.appCode : ''
  if (!platform.startsWith('web-')) return { application: code, platform }
  const browser = firstMatch(BROWSERS, userAgent)
  const system = firstMatch(SYSTEM_NAMES, userAgent)
  if (browser === undefined) return { application: system ?? code, platform }
  return { application: system === undefined ? browser : `${browser} (${system})`, platform }
}
