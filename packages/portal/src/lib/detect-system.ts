import type { System } from '@kerf/contract/portal-url'

export interface BrowserSignals {
  readonly userAgent: string
  readonly touchPoints: number
}

/** The system of a browser that does not name itself by `s`. An iPad calls itself a Macintosh, but can be touched. */
export function detectSystem({ userAgent, touchPoints }: BrowserSignals): System {
  const tablet =
    /ipad|tablet|playbook|silk/i.test(userAgent) ||
    (/android/i.test(userAgent) && !/mobile/i.test(userAgent)) ||
    (/macintosh/i.test(userAgent) && touchPoints > 1)
  if (tablet) return 'web-pad'
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'web-mobile' : 'web-pc'
}
