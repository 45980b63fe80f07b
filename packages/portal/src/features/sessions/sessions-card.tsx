import * as m from '@kerf/locales/messages'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasDecreased, useFocusFallback } from '../../lib/page/use-focus-fallback.ts'
import { distinctNames } from '../../lib/text/distinct-names.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { PLATFORMS } from '../../ui/icon/platforms.tsx'
import { ItemSkeletons } from '../../ui/item-list/item-list.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { RemoveSessionsDialog } from './remove-sessions-dialog.tsx'
import { SessionItem, sessionName } from './session-item.tsx'
import { type Session, sessionLogQuery, withoutSession } from './session-log-query.ts'
import styles from './sessions-card.module.css'

const INITIAL_SESSIONS_MAX = 5

interface Props {
  /** false: the account still has its default password and must not remove sessions */
  mayRemove?: boolean
}

export function SessionsCard({ mayRemove = true }: Props) {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(sessionLogQuery())
  const others = query.data?.sessions.filter(session => !session.current) ?? []
  const [removing, setRemoving] = useState<Session | 'others'>()
  return (
    <Card
      title={m.security_sessions_title()}
      mark={<PLATFORMS.pc.Icon />}
      description={m.security_sessions_text()}
      action={
        others.length > 0 &&
        mayRemove && (
          <Button variant="secondary" size="small" onClick={() => setRemoving('others')}>
            {m.security_sessions_others()}
          </Button>
        )
      }
    >
      {!mayRemove && <Notice tone="warning">{m.security_sessions_default_password()}</Notice>}
      <LoadRegion
        query={query}
        skeleton={<ItemSkeletons />}
        loadingText={m.security_loading()}
        className={styles.body}
      >
        {({ sessions }) => (
          <>
            <SessionList sessions={sessions} onRemove={mayRemove ? setRemoving : undefined} />
            {others.length === 0 && <p className={styles.only}>{m.security_sessions_only()}</p>}
          </>
        )}
      </LoadRegion>
      {removing && (
        <RemoveSessionsDialog
          session={removing === 'others' ? undefined : removing}
          count={others.length}
          onRemoved={session =>
            queryClient.setQueryData(
              sessionLogQuery().queryKey,
              data => data && withoutSession(data, session),
            )
          }
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Card>
  )
}

interface ListProps {
  sessions: readonly Session[]
  onRemove: ((session: Session) => void) | undefined
}

function SessionList({ sessions, onRemove }: ListProps) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const controlNames = distinctNames(sessions.map(sessionName))
  const shown = all ? sessions : sessions.slice(0, INITIAL_SESSIONS_MAX)
  useFocusFallback(list, sessions.length, hasDecreased)
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles.list} data-rows="">
        {shown.map((session, index) => (
          <SessionItem
            key={session.session}
            session={session}
            controlName={controlNames[index] ?? ''}
            onRemove={onRemove && (() => onRemove(session))}
          />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <div>
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              setAll(true)
              list.current?.focus()
            }}
          >
            {m.security_sessions_all({ count: sessions.length })}
          </Button>
        </div>
      )}
    </>
  )
}
