import type { System } from '@kerf/contract/portal-url'

const APP_SYSTEMS: Readonly<Partial<Record<System, System>>> = {
  'web-pc': 'pc',
  'web-pad': 'pad',
  'web-mobile': 'mobile',
}

/** The system of a page inside an app. The built-in screen of a machine is recognized by `KerfOS` in its user agent. */
export const nativeSystem = (browser: System, userAgent: string = navigator.userAgent): System =>
  /\bKerfOS\b/.test(userAgent) ? 'os' : (APP_SYSTEMS[browser] ?? browser)
