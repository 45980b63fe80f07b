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
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { EmptyHistoryDrawing } from './empty-history-drawing.tsx'
import styles from './history-card.module.css'
import { HistoryList } from './history-list.tsx'
import { HistoryTable } from './history-table.tsx'
import { redemptionsQuery } from './redemptions-query.ts'

/** The "show more" button disappears with the last page, the retry button with a new attempt. */
const lostControl = (before: string, now: string) => before !== now && before !== 'pending'

export function HistoryCard() {
  const language = useLanguage()
  const query = useInfiniteQuery(redemptionsQuery(language))
  const { data: items, error, hasNextPage } = query
  const Rows = useWideLayout() ? HistoryTable : HistoryList
  const body = useRef<HTMLDivElement>(null)
  useFocusFallback(body, items ? `listed ${hasNextPage}` : query.status, lostControl)
  return (
    <Card
      title={m.exchange_history_title()}
      description={m.exchange_history_text({ zone: timeZoneName(language) })}
    >
      <div ref={body} tabIndex={-1} className={styles.body}>
        {query.isPending && <Skeletons />}
        {!items && error && (
          <LoadError error={createErrorDescription(error)} onRetry={() => void query.refetch()} />
        )}
        {items &&
          (items.length > 0 ? (
            <Rows items={items} />
          ) : (
            <div className={styles.empty}>
              <EmptyHistoryDrawing />
              <strong>{m.exchange_none_title()}</strong>
              <p>{m.exchange_none_text()}</p>
            </div>
          ))}
      </div>
      {query.isFetchNextPageError && <ErrorNotice error={describeQueryError(error)} />}
      {hasNextPage && (
        <Button
          variant="secondary"
          className={styles.more}
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {m.exchange_more()}
        </Button>
      )}
    </Card>
  )
}

const Skeletons = () => (
  <div>
    <VisuallyHidden role="status">{m.exchange_loading()}</VisuallyHidden>
    {['1', '2', '3'].map(line => (
      <Skeleton key={line} shape="title" />
    ))}
  </div>
)
