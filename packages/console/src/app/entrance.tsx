/** Before the session: log in by passkey, or add the first passkey by an invitation. */
import type { ConsoleEntrance } from '@kerf/contract/console/console-session'
import * as m from '@kerf/locales/messages'
import { Button, Notice, useLanguage } from '@kerf/portal/console-ui'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ConsoleCallError, describeError, post } from '../api/call-console.ts'
import { Failure } from '../parts/failure.tsx'
import { roleNames } from '../parts/words.ts'
import { Preferences } from '../session/preferences-menu.tsx'
import styles from './entrance.module.css'

interface Invited {
  readonly name: string
  readonly company: boolean
  readonly roles: readonly string[]
}

const tokenInAddress = (): string => /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? ''
const isExpired = (error: unknown): boolean =>
  error instanceof ConsoleCallError && error.failure.error === 'expired'

/** Leaves for the company's provider, which sends the browser back. */
async function startCompanyLogin(invitation?: string): Promise<void> {
  const { url } = await post<{ readonly url: string }>('/openid/start', { ...(invitation && { invitation }) })
  location.assign(url)
}

/** Why the company login failed. The console's process adds `login` to the address when it sends the browser back. */
function companyError(): string | undefined {
  const login = new URLSearchParams(location.search).get('login')
  if (login === null) return undefined
  return login === 'unavailable' ? m.console_error_unavailable() : m.console_error_company_login()
}

/** Runs a ceremony. A prompt that the person closed is no error. `describe` replaces the text of an error. */
function useCeremony(work: () => Promise<void>, describe: (error: unknown) => string = describeError) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const run = async () => {
    setPending(true)
    setError(undefined)
    try {
      await work()
    } catch (thrown) {
      if (thrown instanceof ConsoleCallError) setError(describe(thrown))
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

/** `error`: why a ceremony failed. Its button starts it again. */
function Frame({
  title,
  error,
  children,
}: {
  title: string
  error?: string | undefined
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

/** Shown when the server does not answer, so that the ways to log in are not known yet. */
export const Unavailable = ({
  error,
  isRetrying,
  onRetry,
}: {
  error: Error
  isRetrying: boolean
  onRetry(): void
}) => (
  <Frame title={m.console_enter_title()}>
    <Failure error={error} isRetrying={isRetrying} onRetry={onRetry} />
  </Frame>
)

const describeInvitationError = (error: unknown): string =>
  isExpired(error) ? m.console_enroll_expired() : describeError(error)

export function Enroll({ token, demo, onEnter }: { token: string; demo: boolean; onEnter(): void }) {
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => post<Invited>('/invitation', { invitation: token }),
  })
  const create = useCeremony(async () => {
    const options = await post<never>('/invitation/options', { invitation: token })
    const credential = await startRegistration({ optionsJSON: options })
    await post('/invitation/accept', { invitation: token, credential })
    history.replaceState(null, '', '/')
    onEnter()
  }, describeInvitationError)
  const company = useCeremony(() => startCompanyLogin(token), describeInvitationError)
  const { data: invited, error, isFetching, refetch } = invitation
  if (error && isExpired(error))
    return (
      <Frame title={m.console_enter_title()} error={m.console_enroll_expired()}>
        <Button variant="secondary" wide onClick={() => location.assign('/')}>
          {m.console_enter_passkey()}
        </Button>
      </Frame>
    )
  if (error && !invited)
    return <Unavailable error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  if (!invited) return null
  return (
    <Frame
      title={demo ? m.console_demo_title() : m.console_enroll_title({ name: invited.name })}
      error={create.error ?? company.error}
    >
      <p>{demo ? m.console_demo_text() : m.console_enroll_text()}</p>
      <p className={styles.faint}>{m.console_enroll_roles({ roles: roleNames(invited.roles) })}</p>
      <Button wide pending={create.pending} onClick={create.run}>
        {m.console_enroll_create()}
      </Button>
      {invited.company && (
        <Button variant="secondary" wide pending={company.pending} onClick={company.run}>
          {m.console_enter_company()}
        </Button>
      )}
    </Frame>
  )
}

export function Entrance({ onEnter }: { onEnter(): void }) {
  const [token] = useState(tokenInAddress)
  const [wantsLogin, setWantsLogin] = useState(false)
  // The secret leaves the address at once.
  useEffect(() => {
    if (token) history.replaceState(null, '', '/enroll')
  }, [token])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['entrance'],
    queryFn: () => post<ConsoleEntrance>('/entrance'),
    enabled: token === '',
  })
  const login = useCeremony(async () => {
    const options = await post<never>('/login/options')
    const credential = await startAuthentication({ optionsJSON: options })
    await post('/login', { credential })
    onEnter()
  })
  const company = useCeremony(startCompanyLogin)
  if (token) return <Enroll token={token} demo={false} onEnter={onEnter} />
  if (error && !data)
    return <Unavailable error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.demo && !wantsLogin)
    return (
      <>
        <Enroll token={data.demo} demo onEnter={onEnter} />
        <div className={styles.other}>
          <Button variant="quiet" onClick={() => setWantsLogin(true)}>
            {m.console_enter_passkey()}
          </Button>
        </div>
      </>
    )
  return (
    <Frame title={m.console_enter_title()} error={login.error ?? company.error ?? companyError()}>
      <p>{data.company ? m.console_enter_text_company() : m.console_enter_text()}</p>
      <Button wide pending={login.pending} onClick={login.run}>
        {m.console_enter_passkey()}
      </Button>
      {data.company && (
        <Button variant="secondary" wide pending={company.pending} onClick={company.run}>
          {m.console_enter_company()}
        </Button>
      )}
      <p className={styles.faint}>{m.console_enter_lost()}</p>
    </Frame>
  )
}
