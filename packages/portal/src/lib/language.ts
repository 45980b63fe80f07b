/** The interface language: the first segment of the path decides, everything else follows it. */
import { LANGUAGE_COOKIE } from '@kerf/contract/headers'
import { isLanguage, type Language } from '@kerf/contract/language'
import { LANGUAGE_COOKIE_SECONDS } from '@kerf/contract/limits'
import { overwriteGetLocale } from '@kerf/locales/runtime'
import { createStore, useStore } from './store.ts'

const current = createStore<Language>('en')
overwriteGetLocale(current.get)

export const getLanguage = current.get

export const setLanguage = current.set

/** A screen calls this to be drawn anew when the language changes; the texts themselves need no argument. */
export const useLanguage = (): Language => useStore(current)

/** Makes the choice last, and tells the browser and assistive technology. */
export function persistLanguage(next: Language): void {
  document.documentElement.lang = next
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${LANGUAGE_COOKIE}=${next}; Max-Age=${LANGUAGE_COOKIE_SECONDS}; Path=/; SameSite=Lax${secure}`
}

/** The language of a path, by its first segment. */
export function languageFromPath(path: string): Language | undefined {
  const first = path.split('/')[1]
  return isLanguage(first) ? first : undefined
}
