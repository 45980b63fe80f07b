import type { System } from '@kerf/contract/portal-url'

const IN_APP: Readonly<Partial<Record<System, System>>> = {
  'web-pc': 'pc',
  'web-pad': 'pad',
  'web-mobile': 'mobile',
}

/** Inside an app a browser's system is the app's; a machine's own screen says so in its name. */
export const nativeSystem = (browser: System, userAgent: string = navigator.userAgent): System =>
  /\bKerfOS\b/.test(userAgent) ? 'os' : (IN_APP[browser] ?? browser)
