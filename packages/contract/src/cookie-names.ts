/** Cookies that scripts of the portal read or write. Apart from the headers, so that the first screen does not load those. */
export const TOKEN_COOKIE = 'utoken'
export const LANGUAGE_COOKIE = 'IntlLang'
/** `light`, `dark`, or absent to follow the system. */
export const THEME_COOKIE = 'kerfTheme'
