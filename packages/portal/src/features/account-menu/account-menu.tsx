import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useId, useRef, useState } from 'react'
import { saveTheme, THEMES, theme } from '../../lib/page/theme.ts'
import { useStore } from '../../lib/store.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { ChevronDownIcon, ThemeIcon } from '../../ui/icon/icons.tsx'
import { SignOutIcon } from '../../ui/icon/sign-out-icon.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './account-menu.module.css'
import { MoonIcon, SunIcon } from './menu-icons.tsx'
import { useDisclosure } from './use-disclosure.ts'

const THEME_NAMES = { system: m.app_theme_system, light: m.app_theme_light, dark: m.app_theme_dark }
const THEME_ICONS = { system: <ThemeIcon />, light: <SunIcon />, dark: <MoonIcon /> }
const LANGUAGE_NAMES = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'zh', label: '中文', lang: 'zh' },
] as const

export interface AccountMenuProps {
  picture: string
  name: string
  /** email or account ID below the name; hidden if it equals the name */
  detail: string
  language: Language
  onLanguage(next: Language): void
  /** Other accounts of this browser; rendered while the menu is open. */
  others?: ReactNode
  /** Whether others stay logged in: the button then says which account it logs out. Read when the menu opens. */
  hasOthers(): boolean
  signingOut: boolean
  onSignOut(): void
}

/** The signed-in account, the other ones, then language and theme of this browser, and at the end help and sign-out. */
export function AccountMenu(props: AccountMenuProps) {
  const { picture, name, detail, language, onLanguage, others, hasOthers, signingOut, onSignOut } = props
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const { open, toggle } = useDisclosure(root)
  // The button keeps its text and place while the menu is open, also after the last of the others was logged out.
  const [isNamed, setNamed] = useState(hasOthers)
  return (
    <div ref={root} className={styles.root}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          if (!open) setNamed(hasOthers())
          toggle()
        }}
      >
        <Avatar picture={picture} name={name} size="small" />
        <span className={styles.name}>{name}</span> <VisuallyHidden>{m.account_menu()}</VisuallyHidden>
        <ChevronDownIcon />
      </button>
      <div id={id} className={styles.panel} hidden={!open}>
        <div className={styles.person}>
          <Avatar picture={picture} name={name} />
          <div>
            <strong>{name}</strong>
            {detail !== name && <span>{detail}</span>}
          </div>
        </div>
        {open && others}
        <p className={styles.label}>{m.app_language()}</p>
        <Segmented label={m.app_language()} options={LANGUAGE_NAMES} value={language} onSelect={onLanguage} />
        <p className={styles.label}>{m.app_theme()}</p>
        <Segmented
          label={m.app_theme()}
          options={THEMES.map(value => ({ value, label: THEME_NAMES[value](), icon: THEME_ICONS[value] }))}
          value={useStore(theme)}
          onSelect={saveTheme}
        />
        <div className={styles.end} data-named={isNamed || undefined}>
          <HelpLink>{m.login_help()}</HelpLink>
          <Button variant="secondary" size="small" pending={signingOut} onClick={onSignOut}>
            <SignOutIcon />
            {isNamed ? m.account_end({ name }) : m.profile_log_out()}
          </Button>
        </div>
      </div>
    </div>
  )
}
