import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLanguage } from '../../lib/page/language.ts'
import { Card } from '../../ui/card/card.tsx'
import { LoadMore } from '../../ui/load-more/load-more.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './history-card.module.css'
import { HistoryList } from './history-list.tsx'
import { redemptionsQuery } from './redemptions-query.ts'

export const HISTORY_ID = 'history'

export function HistoryCard() {
  const language = useLanguage()
  const query = useInfiniteQuery(redemptionsQuery(language))
  return (
    <Card id={HISTORY_ID} title={m.exchange_history_title()} description={m.exchange_history_text()}>
      <LoadRegion
        query={query}
        skeleton={<Skeletons />}
        loadingText={m.exchange_loading()}
        hasMore={query.hasNextPage}
      >
        {items =>
          items.length > 0 ? (
            <HistoryList items={items} />
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

/** Drawing: a sheet with the outline of a ticket that is not cut yet. */
const EmptyHistoryDrawing = () => (
  <svg className={styles.scene} viewBox="0 0 160 96" aria-hidden="true">
    <path
      className={styles.bed}
      d="M0 16H160M0 32H160M0 48H160M0 64H160M0 80H160M20 0V96M50 0V96M80 0V96M110 0V96M140 0V96"
    />
    <rect className={styles.sheet} x="22" y="14" width="116" height="68" rx="4" />
    <path
      className={styles.mark}
      d="M46 28h68a5 5 0 0 1 5 5v8a7 7 0 0 0 0 14v8a5 5 0 0 1-5 5H46a5 5 0 0 1-5-5v-8a7 7 0 0 0 0-14v-8a5 5 0 0 1 5-5Z"
    />
  </svg>
)
