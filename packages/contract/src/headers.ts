/** Request headers of the passport calls. HTTP header names are case-insensitive. */
export const TOKEN_HEADER = 'utoken'
export const LANGUAGE_HEADER = 'lang'
export const APP_HEADERS = {
  appCode: 'appCode',
  appPlatform: 'appPlatform',
  appVersion: 'appVersion',
  appOrigin: 'appOrigin',
  passportVersion: 'passportVersion',
} as const
/** IANA name of the browser's time zone, for times in mails. */
export const TIME_ZONE_HEADER = 'timeZone'
/** Companion of the session, from a page that keeps it in memory after a reauthentication. */
export const COMPANION_HEADER = 'companion'
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'

/** The portal sends its query parameters `sameSite` and `secure`. They can only make the cookie stricter. */
export const COOKIE_SAME_SITE_HEADER = 'cookieSameSite'
export const COOKIE_SECURE_HEADER = 'cookieSecure'
/** Sent from a frame in which the browser allows partitioned cookies only. */
export const COOKIE_PARTITIONED_HEADER = 'cookiePartitioned'
