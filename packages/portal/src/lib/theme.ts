import { THEME_COOKIE } from '@kerf/contract/headers'
import { YEAR_SECONDS } from '@kerf/contract/limits'
import { createStore } from './store.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const chosen = (): Theme => THEMES.find(one => one === document.documentElement.dataset.theme) ?? 'system'

/** The server writes the choice into the page, so that the first paint is right. */
export const theme = createStore<Theme>(typeof document === 'undefined' ? 'system' : chosen())

/** For this page view. */
export function applyTheme(next: Theme): void {
  theme.set(next)
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
}

/** The person's own choice, which lasts. */
export function saveTheme(next: Theme): void {
  applyTheme(next)
  const life = next === 'system' ? 0 : YEAR_SECONDS
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${THEME_COOKIE}=${next}; Max-Age=${life}; Path=/; SameSite=Lax${secure}`
}
