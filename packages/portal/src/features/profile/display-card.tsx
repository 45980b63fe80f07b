import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { useStore } from '../../lib/store.ts'
import { chooseTheme, THEMES, theme } from '../../lib/theme.ts'
import { Card } from '../../ui/Card.tsx'
import { GlobeIcon, ThemeIcon } from '../../ui/icons.tsx'
import { SelectMenu } from '../../ui/SelectMenu.tsx'
import styles from './display-card.module.css'

const THEME_NAMES = { system: m.app_theme_system, light: m.app_theme_light, dark: m.app_theme_dark }
const LANGUAGE_NAMES = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'zh', label: '中文', lang: 'zh' },
] as const

/** Language and theme of this browser. */
export function DisplayCard({
  language,
  onLanguage,
}: {
  language: Language
  onLanguage(next: Language): void
}) {
  return (
    <Card title={m.profile_display()} description={m.profile_display_text()}>
      <div className={styles.choices}>
        <SelectMenu
          label={m.app_language()}
          icon={<GlobeIcon />}
          options={LANGUAGE_NAMES}
          value={language}
          onSelect={onLanguage}
        />
        <SelectMenu
          label={m.app_theme()}
          icon={<ThemeIcon />}
          options={THEMES.map(value => ({ value, label: THEME_NAMES[value]() }))}
          value={useStore(theme)}
          onSelect={chooseTheme}
        />
      </div>
    </Card>
  )
}
