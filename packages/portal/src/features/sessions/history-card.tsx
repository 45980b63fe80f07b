import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useWideLayout } from '../../lib/browser/use-wide-layout.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { timeZoneName } from '../../lib/text/format-time.ts'
import { Card } from '../../ui/card/card.tsx'
import { LoadMore } from '../../ui/load-more/load-more.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './history-card.module.css'
import { HistoryList, HistoryTable } from './history-table.tsx'
import { sessionLogQuery } from './session-log-query.ts'

export function HistoryCard() {
  const query = useInfiniteQuery(sessionLogQuery())
  const Rows = useWideLayout() ? HistoryTable : HistoryList
  const added = query.data?.addedSignIns ?? 0
  return (
    <Card
      title={m.security_history_title()}
      description={m.security_history_text({ zone: timeZoneName(useLanguage()) })}
    >
      <LoadRegion
        query={query}
        skeleton={<HistorySkeletons />}
        loadingText={m.security_history_loading()}
        statusText={added > 0 ? m.security_history_added({ count: added }) : ''}
        hasMore={query.hasNextPage}
      >
        {({ signIns }) =>
          signIns.length > 0 ? (
            <Rows signIns={signIns} />
          ) : (
            <p className={styles.none}>{m.security_history_none()}</p>
          )
        }
      </LoadRegion>
      <LoadMore query={query}>{m.security_history_more()}</LoadMore>
    </Card>
  )
}

const HistorySkeletons = () => (
  <div>
    {[1, 2, 3, 4].map(line => (
      <Skeleton key={line} shape="title" />
    ))}
  </div>
)
