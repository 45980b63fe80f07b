import * as m from '@kerf/locales/messages'
import { type ReactNode, useRef, useState } from 'react'
import { hasDecreased, useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { RemoveSessionsDialog } from './remove-sessions-dialog.tsx'
import { SessionItem } from './session-item.tsx'
import type { Session } from './session-log.ts'
import styles from './sessions-card.module.css'
import { SessionSkeletons } from './skeletons.tsx'
import type { SessionLog } from './use-session-log.ts'

/** So many are shown at first. */
const INITIAL_SESSIONS_MAX = 5

/** The button that was pressed is gone. */
const triedAgain = (before: string, now: string) => before === 'failed' && now === 'loading'

interface Props {
  log: SessionLog
  /** false: the account still has its default password and may end no session */
  mayRemove?: boolean
}

export function SessionsCard({ log, mayRemove = true }: Props) {
  const { state } = log
  const others = state.kind === 'listed' ? state.sessions.filter(session => !session.current) : []
  const [asking, setAsking] = useState<Session | 'others'>()
  const body = useRef<HTMLDivElement>(null)
  useFocusFallback(body, state.kind, triedAgain)
  return (
    <Card title={m.security_sessions_title()} description={m.security_sessions_text()}>
      {!mayRemove && <Notice tone="warning">{m.security_sessions_default_password()}</Notice>}
      <div ref={body} tabIndex={-1} className={styles.body}>
        {state.kind === 'loading' && <SessionSkeletons />}
        {state.kind === 'failed' && <LoadError error={state.fault} onRetry={log.reload} />}
        {state.kind === 'listed' && (
          <SessionList sessions={state.sessions} onRemove={mayRemove ? setAsking : undefined}>
            {others.length > 0 && mayRemove && (
              <Button variant="secondary" onClick={() => setAsking('others')}>
                {m.security_sessions_others()}
              </Button>
            )}
          </SessionList>
        )}
        {state.kind === 'listed' && others.length === 0 && (
          <p className={styles.only}>{m.security_sessions_only()}</p>
        )}
      </div>
      {asking && (
        <RemoveSessionsDialog
          session={asking === 'others' ? undefined : asking}
          count={others.length}
          onRemoved={handle => log.forget(handle)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Card>
  )
}

interface ListProps {
  sessions: readonly Session[]
  onRemove: ((session: Session) => void) | undefined
  /** after the list */
  children: ReactNode
}

function SessionList({ sessions, onRemove, children }: ListProps) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = all ? sessions : sessions.slice(0, INITIAL_SESSIONS_MAX)
  useFocusFallback(list, sessions.length, hasDecreased)
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles.list}>
        {shown.map(session => (
          <SessionItem
            key={session.session}
            session={session}
            onRemove={onRemove && (() => onRemove(session))}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        {shown.length < sessions.length && (
          <Button
            variant="quiet"
            onClick={() => {
              setAll(true)
              list.current?.focus()
            }}
          >
            {m.security_sessions_all({ count: sessions.length })}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}
