/** Language and theme, kept in this browser. */
import {
  applyTheme,
  readStorage,
  setLanguage,
  THEMES,
  type Theme,
  writeStorage,
} from '@kerf/portal/console-ui'

const KEYS = { language: 'kerf_console_language', theme: 'kerf_console_theme' }
export type ConsoleLanguage = 'en' | 'zh'

export const storedTheme = (): Theme => THEMES.find(theme => theme === readStorage(KEYS.theme)) ?? 'system'

function use(language: ConsoleLanguage): void {
  setLanguage(language)
  document.documentElement.lang = language
}

export function applyPreferences(): void {
  const stored = readStorage(KEYS.language)
  const preferred = navigator.language.startsWith('zh') ? 'zh' : 'en'
  use(stored === 'zh' || stored === 'en' ? stored : preferred)
  applyTheme(storedTheme())
}

export function chooseLanguage(language: ConsoleLanguage): void {
  writeStorage(KEYS.language, language)
  use(language)
}

export function chooseTheme(theme: Theme): void {
  writeStorage(KEYS.theme, theme)
  applyTheme(theme)
}
