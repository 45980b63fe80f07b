/** Frame of every screen: screens that the roles allow, the palette, who is logged in. */
import * as m from '@kerf/locales/messages'
import { Button, formatDateTime, Notice, toast, useLanguage } from '@kerf/portal/console-ui'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { describeError, post } from '../api/call-console.ts'
import { UndoProvider } from '../parts/act/undo-provider.tsx'
import { Palette } from '../parts/palette.tsx'
import { roleNames } from '../parts/words.ts'
import { Preferences } from '../session/preferences-menu.tsx'
import { SCREENS } from '../session/screen-list.ts'
import { useSession } from '../session/session.tsx'
import { addPasskey } from './entrance.tsx'
import styles from './shell.module.css'

export function Shell() {
  const language = useLanguage()
  const { session, leave } = useSession()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      const isShortcut =
        (event.key === 'k' && (event.metaKey || event.ctrlKey)) || (event.key === '/' && !isTyping)
      if (!isShortcut || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setPaletteOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  const logOut = async () => {
    await post('/logout').catch(() => undefined)
    leave()
  }
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {m.app_skip()}
      </a>
      <header className={styles.side}>
        <p className={styles.mark}>{m.console_name()}</p>
        <Button variant="secondary" size="small" wide onClick={() => setPaletteOpen(true)}>
          {m.console_palette()} <kbd>Ctrl K</kbd>
        </Button>
        <nav aria-label={m.console_nav_label()} className={styles.nav}>
          {SCREENS.filter(({ call }) => session.calls[call]).map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className={styles.link}
            >
              {label()}
            </Link>
          ))}
        </nav>
        <div className={styles.foot}>
          <p>
            <strong>{session.name}</strong>
            <br />
            <span className={styles.faint}>{roleNames(session.roles)}</span>
          </p>
          <p className={styles.faint}>{m.console_session_ends({ time: formatDateTime(session.endsAt) })}</p>
          <Preferences />
          <Button variant="quiet" size="small" onClick={logOut}>
            {m.console_log_out()}
          </Button>
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <SecondPasskey />
        <UndoProvider>
          {/* A screen does not know that the language has changed. */}
          <Outlet key={language} />
        </UndoProvider>
      </main>
      {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
    </div>
  )
}

/** One device must not be the only way in. */
function SecondPasskey() {
  const { session, reload } = useSession()
  const [pending, setPending] = useState(false)
  if (session.passkeys !== 1 || session.hasCompanyLogin) return null
  const add = async () => {
    setPending(true)
    try {
      await addPasskey()
      toast(m.console_passkey_added(), 'success')
      reload()
    } catch (error) {
      if ((error as Error).name !== 'NotAllowedError') toast(describeError(error), 'danger')
    } finally {
      setPending(false)
    }
  }
  return (
    <Notice tone="warning">
      <div className={styles.second}>
        <span>{m.console_second_passkey()}</span>
        <Button size="small" variant="secondary" pending={pending} onClick={add}>
          {m.console_add_passkey()}
        </Button>
      </div>
    </Notice>
  )
}
