import type { System } from '@kerf/contract/portal-url'

const APP_SYSTEMS: Readonly<Partial<Record<System, System>>> = {
  'web-pc': 'pc',
  'web-pad': 'pad',
  'web-mobile': 'mobile',
}

/** The system of a page inside an app. The built-in screen of a machine is recognized by `KerfOS` in its user agent. */
export const nativeSystem = (browser: System, userAgent: string = navigator.userAgent): System =>
  /\bKerfOS\b/.test(userAgent) ? 'os' : (APP_SYSTEMS[browser] ?? browser)

/** An iPad reports itself as a Macintosh, but has a touch screen. `window.webkit` tells nothing: WebKitGTK and macOS have it too. */
export const isIos = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
