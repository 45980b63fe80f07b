import * as m from '@kerf/locales/messages'
import { useRef } from 'react'
import { timeZoneName } from '../../lib/format-time.ts'
import { useLanguage } from '../../lib/language.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useWideLayout } from '../../lib/use-wide-layout.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './history-card.module.css'
import { HistoryList } from './history-list.tsx'
import { HistoryTable } from './history-table.tsx'
import { HistorySkeletons } from './skeletons.tsx'
import type { SessionLog } from './use-session-log.ts'

/** The last page takes the button along. */
const ended = (before: boolean, now: boolean) => before && !now

export function HistoryCard({ log }: { log: SessionLog }) {
  const { state } = log
  const wide = useWideLayout()
  const first = useRef<number>(undefined)
  const count = state.kind === 'listed' ? state.signIns.length : 0
  if (first.current === undefined && count > 0) first.current = count
  const more = count - (first.current ?? count)
  const Rows = wide ? HistoryTable : HistoryList
  const body = useRef<HTMLDivElement>(null)
  useFocusFallback(body, state.kind === 'listed' && state.next !== null, ended)
  return (
    <Card
      title={m.security_history_title()}
      description={m.security_history_text({ zone: timeZoneName(useLanguage()) })}
    >
      {state.kind === 'loading' && <HistorySkeletons />}
      {state.kind === 'failed' && <LoadError error={state.fault} onRetry={log.reload} />}
      {state.kind === 'listed' && (
        <>
          <div ref={body} tabIndex={-1}>
            {count > 0 ? (
              <Rows signIns={state.signIns} />
            ) : (
              <p className={styles.none}>{m.security_history_none()}</p>
            )}
          </div>
          <VisuallyHidden role="status">
            {more > 0 && m.security_history_added({ count: more })}
          </VisuallyHidden>
          {typeof state.more === 'object' && <ErrorNotice error={state.more} />}
          {state.next && (
            <Button
              variant="secondary"
              className={styles.more}
              pending={state.more === 'pending'}
              onClick={log.more}
            >
              {m.security_history_more()}
            </Button>
          )}
        </>
      )}
    </Card>
  )
}
