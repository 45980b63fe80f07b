import * as m from '@kerf/locales/messages'
import { Segmented, type Theme, useLanguage } from '@kerf/portal/console-ui'
import { useState } from 'react'
import { chooseLanguage, chooseTheme, storedTheme } from './preferences.ts'
import styles from './preferences-menu.module.css'

export function Preferences() {
  const language = useLanguage()
  const [theme, setTheme] = useState(storedTheme)
  const themes = [
    { value: 'system', label: m.console_theme_system() },
    { value: 'light', label: m.console_theme_light() },
    { value: 'dark', label: m.console_theme_dark() },
  ] as const
  return (
    <div className={styles.preferences}>
      <Segmented
        label={m.console_language()}
        options={[
          { value: 'en', label: 'English', lang: 'en' },
          { value: 'zh', label: '中文', lang: 'zh' },
        ]}
        value={language}
        onSelect={chooseLanguage}
      />
      <Segmented<Theme>
        label={m.console_theme()}
        options={themes}
        value={theme}
        onSelect={next => {
          setTheme(next)
          chooseTheme(next)
        }}
      />
    </div>
  )
}
