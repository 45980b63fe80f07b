import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useWideLayout } from '../../lib/browser/use-wide-layout.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { timeZoneName } from '../../lib/text/format-time.ts'
import { Card } from '../../ui/card/card.tsx'
import { LoadMore } from '../../ui/load-more/load-more.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { EmptyHistoryDrawing } from './empty-history-drawing.tsx'
import styles from './history-card.module.css'
import { HistoryList } from './history-list.tsx'
import { HistoryTable } from './history-table.tsx'
import { redemptionsQuery } from './redemptions-query.ts'

export function HistoryCard() {
  const language = useLanguage()
  const query = useInfiniteQuery(redemptionsQuery(language))
  const Rows = useWideLayout() ? HistoryTable : HistoryList
  return (
    <Card
      title={m.exchange_history_title()}
      description={m.exchange_history_text({ zone: timeZoneName(language) })}
    >
      <LoadRegion
        query={query}
        skeleton={<Skeletons />}
        loadingText={m.exchange_loading()}
        hasMore={query.hasNextPage}
        className={styles.body}
      >
        {items =>
          items.length > 0 ? (
            <Rows items={items} />
          ) : (
            <div className={styles.empty}>
              <EmptyHistoryDrawing />
              <strong>{m.exchange_none_title()}</strong>
              <p>{m.exchange_none_text()}</p>
            </div>
          )
        }
      </LoadRegion>
      <LoadMore query={query}>{m.exchange_more()}</LoadMore>
    </Card>
  )
}

const Skeletons = () => (
  <div>
    {['1', '2', '3'].map(line => (
      <Skeleton key={line} shape="title" />
    ))}
  </div>
)
