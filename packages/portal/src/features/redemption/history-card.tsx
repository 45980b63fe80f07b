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
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { EmptyBench } from './empty-history-drawing.tsx'
import styles from './history-card.module.css'
import { HistoryList } from './history-list.tsx'
import { HistoryTable } from './history-table.tsx'
import type { Redemptions } from './use-redemptions.ts'

/** The last page takes the button along; trying again, the notice. What is loaded at first takes nothing. */
const ended = (before: string, now: string) => before !== now && before !== 'loading'

export function HistoryCard({ history }: { history: Redemptions }) {
  const { state } = history
  const Rows = useWideLayout() ? HistoryTable : HistoryList
  const body = useRef<HTMLDivElement>(null)
  const listed = state.kind === 'listed' ? state : undefined
  useFocusFallback(body, listed ? `listed ${listed.next !== null}` : state.kind, ended)
  return (
    <Card
      title={m.exchange_history_title()}
      description={m.exchange_history_text({ zone: timeZoneName(useLanguage()) })}
    >
      <div ref={body} tabIndex={-1} className={styles.body}>
        {state.kind === 'loading' && <Skeletons />}
        {state.kind === 'failed' && <LoadError error={state.fault} onRetry={history.reload} />}
        {listed &&
          (listed.items.length > 0 ? (
            <Rows items={listed.items} />
          ) : (
            <div className={styles.empty}>
              <EmptyBench />
              <strong>{m.exchange_none_title()}</strong>
              <p>{m.exchange_none_text()}</p>
            </div>
          ))}
      </div>
      {listed && typeof listed.more === 'object' && <ErrorNotice error={listed.more} />}
      {listed?.next && (
        <Button
          variant="secondary"
          className={styles.more}
          pending={listed.more === 'pending'}
          onClick={history.more}
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
