/** Cookies that scripts of the portal read or write. Apart from the headers, so that the first screen does not load those. */
export const TOKEN_COOKIE = 'utoken'
export const LANGUAGE_COOKIE = 'IntlLang'
/** How many accounts are set aside in this browser; absent: none. */
export const ACCOUNT_COUNT_COOKIE = 'kerfAccountCount'
/** `light`, `dark`, or absent to follow the system. */
export const THEME_COOKIE = 'kerfTheme'
/** Versions of the legal documents that the last person in this browser agreed to: `AGREED_VERSIONS`. */
export const AGREEMENT_COOKIE = 'kerfAgreed'
/** `1`: the last person in this browser logged in with a passkey, so that its button stands first. */
export const PASSKEY_COOKIE = 'kerfPasskey'
/** What the next page says once: `unknown_address` or `logged_out`. */
export const NOTICE_COOKIE = 'kerfNotice'
