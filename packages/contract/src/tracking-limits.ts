/** The numbers of the specification (section 9) for the analytics library. Times in milliseconds unless named otherwise. */
export const SDK_LIMITS = {
  string: 500,
  id: 255,
  key: 100,
} as const

export const TRACKING_SEND_TIMEOUT_MS = 8_000
export const TRACKING_REQUEST_TIMEOUT_MS = 20_000
export const TRACKING_SEND_INTERVAL_MS = 6_000
/** events that wait in the browser */
export const TRACKING_QUEUE_MAX = 200
export const TRACKING_HEARTBEAT_SECONDS = 5
/** the library's own, which has no setting for it */
export const TRACKING_SESSION_MINUTES = 30
/** browsers keep none longer than 400 days */
export const TRACKING_COOKIE_DAYS = 730
