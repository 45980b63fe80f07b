import type { ListedMessage } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { consoleQuery } from '../api/queries.ts'
import type { Column } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import { PublishedPage } from '../parts/message/published-page.tsx'
import { audienceWord, categoryWord } from '../parts/words.ts'
import { useNeeds } from '../session/session.tsx'

const columns = (): Column<ListedMessage>[] => [
  { id: 'audience', title: m.console_col_audience(), cell: row => audienceWord(row.audience) },
  { id: 'category', title: m.console_message_category(), cell: row => categoryWord(row.category) },
  { id: 'operator', title: m.console_col_operator(), cell: row => row.sender },
  { id: 'readers', title: m.console_message_readers(), cell: row => <Readers id={row.id} /> },
]

export const MessagesScreen = () => (
  <PublishedPage
    kind="message"
    title={m.console_nav_messages()}
    query={useQuery(consoleQuery('message list', {}))}
    columns={columns()}
  />
)

/** Counted when somebody wants to know, because it asks every shard. */
function Readers({ id }: { id: string }) {
  const mayCount = useNeeds('message readers') !== undefined
  const { data, error, isFetching, refetch } = useQuery({
    ...consoleQuery('message readers', { id }),
    enabled: false,
  })
  if (!mayCount) return null
  if (error) return <Failure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  if (data) return m.console_message_read_of({ readers: data.readers, audience: data.audience })
  return (
    <Button size="small" variant="quiet" pending={isFetching} onClick={() => void refetch()}>
      {m.console_message_count_readers()}
    </Button>
  )
}
