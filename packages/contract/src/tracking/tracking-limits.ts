/** Limits of the analytics SDK. */
/** Longest values, in characters. */
export const SDK_LIMITS = {
  string: 500,
  id: 255,
  key: 100,
} as const

export const TRACKING_SEND_TIMEOUT_MS = 8_000
export const TRACKING_REQUEST_TIMEOUT_MS = 20_000
export const TRACKING_SEND_INTERVAL_MS = 6_000
/** Events that wait in the browser until they are sent. */
export const TRACKING_QUEUE_MAX = 200
export const TRACKING_HEARTBEAT_SECONDS = 5
/** Browsers shorten this to 400 days. */
export const TRACKING_COOKIE_DAYS = 730
