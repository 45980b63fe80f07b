/** Before the session: log in by passkey, or add the first passkey by an invitation. */
import type { ConsoleEntrance } from '@kerf/contract/console/console-session'
import * as m from '@kerf/locales/messages'
import { Button, Notice, useLanguage } from '@kerf/portal/console-ui'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { type ReactNode, useEffect, useState } from 'react'
import { ConsoleCallError, describeError, post } from '../api/call-console.ts'
import { roleNames } from '../parts/words.ts'
import { Preferences } from '../session/preferences-menu.tsx'
import styles from './entrance.module.css'

interface Invited {
  readonly name: string
  readonly company: boolean
  readonly roles: readonly string[]
}

const tokenInAddress = (): string => /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? ''

/** Leaves for the company's provider, which sends the browser back. */
async function startCompanyLogin(invitation?: string): Promise<void> {
  const { url } = await post<{ readonly url: string }>('/openid/start', { ...(invitation && { invitation }) })
  location.assign(url)
}

/** Runs a ceremony. A prompt that the person closed is no error. */
function useCeremony(work: () => Promise<void>) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const run = async () => {
    setPending(true)
    setError(undefined)
    try {
      await work()
    } catch (thrown) {
      if (thrown instanceof ConsoleCallError) setError(describeError(thrown))
      else if (!['NotAllowedError', 'AbortError'].includes((thrown as Error).name))
        setError(m.console_error_passkey_rejected())
    } finally {
      setPending(false)
    }
  }
  return { pending, error, run }
}

export async function addPasskey(): Promise<void> {
  const options = await post<never>('/passkey/options')
  const credential = await startRegistration({ optionsJSON: options })
  await post('/passkey', { credential })
}

function Frame({
  title,
  error,
  children,
}: {
  title: string
  error: string | undefined
  children: ReactNode
}) {
  useLanguage()
  return (
    <main className={styles.frame}>
      <div className={styles.card}>
        <p className={styles.mark}>{m.console_name()}</p>
        <h1>{title}</h1>
        {children}
        {error && (
          <Notice tone="danger" role="alert">
            {error}
          </Notice>
        )}
      </div>
      <Preferences />
    </main>
  )
}

export function Enroll({ token, demo, onEnter }: { token: string; demo: boolean; onEnter(): void }) {
  const [invited, setInvited] = useState<Invited>()
  const [isExpired, setExpired] = useState(false)
  useEffect(() => {
    post<Invited>('/invitation', { invitation: token }).then(setInvited, () => setExpired(true))
  }, [token])
  const { pending, error, run } = useCeremony(async () => {
    const options = await post<never>('/invitation/options', { invitation: token })
    const credential = await startRegistration({ optionsJSON: options })
    await post('/invitation/accept', { invitation: token, credential })
    history.replaceState(null, '', '/')
    onEnter()
  })
  if (isExpired)
    return (
      <Frame title={m.console_enter_title()} error={m.console_enroll_expired()}>
        <Button variant="secondary" wide onClick={() => location.assign('/')}>
          {m.console_enter_passkey()}
        </Button>
      </Frame>
    )
  if (!invited) return null
  return (
    <Frame
      title={demo ? m.console_demo_title() : m.console_enroll_title({ name: invited.name })}
      error={error}
    >
      <p>{demo ? m.console_demo_text() : m.console_enroll_text()}</p>
      <p className={styles.faint}>{m.console_enroll_roles({ roles: roleNames(invited.roles) })}</p>
      <Button wide pending={pending} onClick={run}>
        {m.console_enroll_create()}
      </Button>
      {invited.company && (
        <Button variant="secondary" wide onClick={() => void startCompanyLogin(token)}>
          {m.console_enter_company()}
        </Button>
      )}
    </Frame>
  )
}

export function Entrance({ onEnter }: { onEnter(): void }) {
  const [entrance, setEntrance] = useState<ConsoleEntrance>()
  const [token] = useState(tokenInAddress)
  const [wantsLogin, setWantsLogin] = useState(false)
  useEffect(() => {
    // The secret leaves the address at once.
    if (token) history.replaceState(null, '', '/enroll')
    post<ConsoleEntrance>('/entrance').then(setEntrance, () => setEntrance({ company: false, demo: null }))
  }, [token])
  const { pending, error, run } = useCeremony(async () => {
    const options = await post<never>('/login/options')
    const credential = await startAuthentication({ optionsJSON: options })
    await post('/login', { credential })
    onEnter()
  })
  if (token) return <Enroll token={token} demo={false} onEnter={onEnter} />
  if (!entrance) return null
  if (entrance.demo && !wantsLogin)
    return (
      <>
        <Enroll token={entrance.demo} demo onEnter={onEnter} />
        <div className={styles.other}>
          <Button variant="quiet" onClick={() => setWantsLogin(true)}>
            {m.console_enter_passkey()}
          </Button>
        </div>
      </>
    )
  return (
    <Frame title={m.console_enter_title()} error={error ?? companyError()}>
      <p>{m.console_enter_text()}</p>
      <Button wide pending={pending} onClick={run}>
        {m.console_enter_passkey()}
      </Button>
      {entrance.company && (
        <Button variant="secondary" wide onClick={() => void startCompanyLogin()}>
          {m.console_enter_company()}
        </Button>
      )}
      <p className={styles.faint}>{m.console_enter_lost()}</p>
    </Frame>
  )
}

/** The company's provider sends people back with it. */
const companyError = (): string | undefined =>
  new URLSearchParams(location.search).has('refused') ? m.console_error_expired() : undefined
