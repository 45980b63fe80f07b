import { THEME_COOKIE } from '@kerf/contract/cookie-names'
import { YEAR_SECONDS } from '@kerf/contract/limits'
import { keepCookie } from '../browser/cookie.ts'
import { createStore } from '../store.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const initialTheme = (): Theme =>
  THEMES.find(name => name === document.documentElement.dataset.theme) ?? 'system'

/** The server writes the stored theme into the document, so that the first paint is right. */
export const theme = createStore<Theme>(typeof document === 'undefined' ? 'system' : initialTheme())

/** Applies a theme for this page view. */
export function applyTheme(next: Theme): void {
  theme.set(next)
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
}

/** Applies a theme and stores it as the person's choice. */
export function saveTheme(next: Theme): void {
  applyTheme(next)
  keepCookie(THEME_COOKIE, next, next === 'system' ? 0 : YEAR_SECONDS)
}
