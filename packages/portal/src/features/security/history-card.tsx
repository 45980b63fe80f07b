import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { createErrorDescription } from '../../lib/error-texts.ts'
import { timeZoneName } from '../../lib/format-time.ts'
import { useLanguage } from '../../lib/language.ts'
import { describeQueryError } from '../../lib/query-client.ts'
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
import { sessionLogQuery } from './session-log-query.ts'
import { HistorySkeletons } from './skeletons.tsx'

/** The "show more" button disappears with the last page. */
const lostControl = (before: boolean, now: boolean) => before && !now

export function HistoryCard() {
  const query = useInfiniteQuery(sessionLogQuery())
  const { data: log, error, hasNextPage } = query
  const Rows = useWideLayout() ? HistoryTable : HistoryList
  const body = useRef<HTMLDivElement>(null)
  useFocusFallback(body, hasNextPage, lostControl)
  return (
    <Card
      title={m.security_history_title()}
      description={m.security_history_text({ zone: timeZoneName(useLanguage()) })}
    >
      {query.isPending && <HistorySkeletons />}
      {!log && error && (
        <LoadError error={createErrorDescription(error)} onRetry={() => void query.refetch()} />
      )}
      {log && (
        <>
          <div ref={body} tabIndex={-1}>
            {log.signIns.length > 0 ? (
              <Rows signIns={log.signIns} />
            ) : (
              <p className={styles.none}>{m.security_history_none()}</p>
            )}
          </div>
          <VisuallyHidden role="status">
            {log.addedSignIns > 0 && m.security_history_added({ count: log.addedSignIns })}
          </VisuallyHidden>
          {query.isFetchNextPageError && <ErrorNotice error={describeQueryError(error)} />}
          {hasNextPage && (
            <Button
              variant="secondary"
              className={styles.more}
              pending={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {m.security_history_more()}
            </Button>
          )}
        </>
      )}
    </Card>
  )
}
