/** Language and theme, kept in this browser. */
import { applyTheme, setLanguage, THEMES, type Theme } from '@kerf/portal/console-ui'

const KEYS = { language: 'kerf_console_language', theme: 'kerf_console_theme' }
export type ConsoleLanguage = 'en' | 'zh'

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage it holds for this visit.
  }
}

export const storedTheme = (): Theme => THEMES.find(theme => theme === read(KEYS.theme)) ?? 'system'

function use(language: ConsoleLanguage): void {
  setLanguage(language)
  document.documentElement.lang = language
}

export function applyPreferences(): void {
  const stored = read(KEYS.language)
  const preferred = navigator.language.startsWith('zh') ? 'zh' : 'en'
  use(stored === 'zh' || stored === 'en' ? stored : preferred)
  applyTheme(storedTheme())
}

export function chooseLanguage(language: ConsoleLanguage): void {
  write(KEYS.language, language)
  use(language)
}

export function chooseTheme(theme: Theme): void {
  write(KEYS.theme, theme)
  applyTheme(theme)
}
