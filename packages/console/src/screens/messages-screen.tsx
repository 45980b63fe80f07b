import type { ListedMessage } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button, formatDateTime, useLanguage } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleQuery } from '../api/queries.ts'
import { ActButton } from '../parts/act-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { MessageEditor } from '../parts/message-editor.tsx'
import { Page } from '../parts/page.tsx'
import { PeriodTag, periodState } from '../parts/period.tsx'
import { useNeeds } from '../session/session.tsx'

export function MessagesScreen() {
  const language = useLanguage()
  const maySend = useNeeds('message send') !== undefined
  const [isWriting, setWriting] = useState(false)
  const columns: Column<ListedMessage>[] = [
    {
      id: 'title',
      title: m.console_col_title(),
      cell: ({ texts }) => (texts[language] ?? texts.en ?? texts.zh)?.title,
    },
    { id: 'audience', title: m.console_col_audience(), cell: row => `${row.audience} · ${row.category}` },
    { id: 'from', title: m.console_message_from(), cell: row => formatDateTime(row.from) },
    {
      id: 'until',
      title: m.console_col_until(),
      cell: row => (row.until === null ? m.console_never() : formatDateTime(row.until)),
    },
    { id: 'status', title: m.console_col_status(), cell: row => <PeriodTag {...row} /> },
    { id: 'operator', title: m.console_col_operator(), cell: row => row.sender },
    { id: 'readers', title: m.console_message_readers(), cell: row => <Readers id={row.id} /> },
    {
      id: 'act',
      title: m.console_col_act(),
      cell: row =>
        periodState(row) === 'scheduled' ? (
          <ActButton
            name="message recall"
            input={{ id: row.id }}
            label={m.console_act_recall()}
            text={m.console_act_recall_text()}
          />
        ) : (
          periodState(row) === 'shown' && (
            <ActButton
              name="message revoke"
              input={{ id: row.id }}
              label={m.console_act_revoke()}
              text={m.console_act_revoke_text()}
              tone="danger"
            />
          )
        ),
    },
  ]
  return (
    <Page
      title={m.console_nav_messages()}
      actions={
        maySend && (
          <Button size="small" aria-expanded={isWriting} onClick={() => setWriting(!isWriting)}>
            {m.console_message_new()}
          </Button>
        )
      }
    >
      {isWriting && <MessageEditor kind="message" onSent={() => setWriting(false)} />}
      <DataTable
        label={m.console_nav_messages()}
        query={useQuery(consoleQuery('message list', {}))}
        columns={columns}
        rowId={row => row.id}
      />
    </Page>
  )
}

/** Counted when somebody wants to know: it asks every shard. */
function Readers({ id }: { id: string }) {
  const mayCount = useNeeds('message readers') !== undefined
  const [wanted, setWanted] = useState(false)
  const { data } = useQuery({ ...consoleQuery('message readers', { id }), enabled: wanted })
  if (!mayCount) return null
  if (data) return m.console_message_read_of({ readers: data.readers, audience: data.audience })
  return (
    <Button size="small" variant="quiet" pending={wanted} onClick={() => setWanted(true)}>
      {m.console_message_readers()}
    </Button>
  )
}
