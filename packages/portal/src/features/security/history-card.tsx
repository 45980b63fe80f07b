import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { timeZoneName } from '../../lib/format-time.ts'
import { useLanguage } from '../../lib/language.ts'
import { useWideLayout } from '../../lib/use-wide-layout.ts'
import { Card } from '../../ui/card/card.tsx'
import { LoadMore } from '../../ui/load-more/load-more.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import styles from './history-card.module.css'
import { HistoryList } from './history-list.tsx'
import { HistoryTable } from './history-table.tsx'
import { sessionLogQuery } from './session-log-query.ts'
import { HistorySkeletons } from './skeletons.tsx'

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
