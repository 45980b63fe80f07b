import type { Language } from '@kerf/contract/language'
import type { RouterHistory } from '@tanstack/history'

/** The rest of a path after its language segment. */
export const pathWithoutLanguage = (path: string): string => path.slice('/en'.length)

/** Navigates to the current page in another language. Path and query stay. */
export function switchLanguage(history: RouterHistory, language: Language): void {
  const { pathname, search, hash } = history.location
  history.push(`/${language}${pathWithoutLanguage(pathname)}${search}${hash}`)
}
