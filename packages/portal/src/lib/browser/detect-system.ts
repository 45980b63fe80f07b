import type { System } from '@kerf/contract/portal-url'

export interface BrowserSignals {
  readonly userAgent: string
  /** `navigator.maxTouchPoints` */
  readonly touchPoints: number
}

/** The system of a browser whose URL has no `s`. An iPad reports itself as a Macintosh, but has a touch screen. */
export function detectSystem({ userAgent, touchPoints }: BrowserSignals): System {
  const isTablet =
    /ipad|tablet|playbook|silk/i.test(userAgent) ||
    (/android/i.test(userAgent) && !/mobile/i.test(userAgent)) ||
    (/macintosh/i.test(userAgent) && touchPoints > 1)
  if (isTablet) return 'web-pad'
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'web-mobile' : 'web-pc'
}
