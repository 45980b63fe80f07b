/** The interface language. The first path segment decides; pages without one use the `l` parameter or the cookie. */
import { LANGUAGE_COOKIE } from '@kerf/contract/cookie-names'
import { isLanguage, type Language } from '@kerf/contract/language'
import { LANGUAGE_COOKIE_SECONDS } from '@kerf/contract/limits'
import { overwriteGetLocale } from '@kerf/locales/runtime'
import { writeCookie } from '../browser/cookie.ts'
import { createStore, useStore } from '../store.ts'
import { getPageContext } from './page-context.ts'

const current = createStore<Language>('en')
overwriteGetLocale(current.get)

export const getLanguage = current.get

export const setLanguage = current.set

/** Re-renders the calling component when the language changes. Text functions read the language themselves. */
export const useLanguage = (): Language => useStore(current)

/** Stores the language in a cookie, for the same domain as the token's, and in the `lang` attribute of the document. */
export function persistLanguage(language: Language): void {
  document.documentElement.lang = language
  const { cookieDomain } = getPageContext().data
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const write = (value: string, seconds: number, domain: string) =>
    writeCookie(`${LANGUAGE_COOKIE}=${value}; Max-Age=${seconds}; Path=/${domain}; SameSite=Lax${secure}`)
  // A cookie of this host alone would hide that of the parent domain.
  if (cookieDomain) write('', 0, '')
  write(language, LANGUAGE_COOKIE_SECONDS, cookieDomain && `; Domain=${cookieDomain}`)
}

/** The language in the first segment of a path. */
export function languageFromPath(path: string): Language | undefined {
  const first = path.split('/')[1]
  return isLanguage(first) ? first : undefined
}
