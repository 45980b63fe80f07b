import * as m from '@kerf/locales/messages'
import { useRef } from 'react'
import { useLanguage } from '../../lib/language.ts'
import { zoneName } from '../../lib/time.ts'
import { useFocusKept } from '../../lib/use-focus-kept.ts'
import { useWide } from '../../lib/use-wide.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { FaultNotice } from '../../ui/fault-notice/fault-notice.tsx'
import { LoadFault } from '../../ui/load-fault/load-fault.tsx'
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
  const wide = useWide()
  const first = useRef<number>(undefined)
  const count = state.kind === 'listed' ? state.signIns.length : 0
  if (first.current === undefined && count > 0) first.current = count
  const more = count - (first.current ?? count)
  const Rows = wide ? HistoryTable : HistoryList
  const body = useRef<HTMLDivElement>(null)
  useFocusKept(body, state.kind === 'listed' && state.next !== null, ended)
  return (
    <Card
      title={m.security_history_title()}
      description={m.security_history_text({ zone: zoneName(useLanguage()) })}
    >
      {state.kind === 'loading' && <HistorySkeletons />}
      {state.kind === 'failed' && <LoadFault fault={state.fault} onRetry={log.reload} />}
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
          {typeof state.more === 'object' && <FaultNotice fault={state.more} />}
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
