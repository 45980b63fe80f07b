/** Request headers of the passport calls (specification 7). HTTP names are case-insensitive. */
export const TOKEN_HEADER = 'utoken'
export const LANGUAGE_HEADER = 'lang'
export const APP_HEADERS = {
  appCode: 'appCode',
  appPlatform: 'appPlatform',
  appVersion: 'appVersion',
  appOrigin: 'appOrigin',
  passportVersion: 'passportVersion',
} as const
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'

export const TOKEN_COOKIE = 'utoken'
export const LANGUAGE_COOKIE = 'IntlLang'
/** Light, dark or absent (follow the system). */
export const THEME_COOKIE = 'kerfTheme'
/** The portal hands on its query parameters `sameSite` and `secure`; the server lets them make the cookie stricter only. */
export const COOKIE_SAME_SITE_HEADER = 'cookieSameSite'
export const COOKIE_SECURE_HEADER = 'cookieSecure'
/** In a frame whose browser gives the page no other cookies than partitioned ones. */
export const COOKIE_PARTITIONED_HEADER = 'cookiePartitioned'
