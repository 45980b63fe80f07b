import type { ListedAnnouncement } from '@kerf/contract/console/console-results'
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

export function AnnouncementsScreen() {
  const language = useLanguage()
  const mayPublish = useNeeds('announcement publish') !== undefined
  const [isWriting, setWriting] = useState(false)
  const columns: Column<ListedAnnouncement>[] = [
    {
      id: 'title',
      title: m.console_col_title(),
      cell: ({ texts }) => (texts[language] ?? texts.en ?? texts.zh)?.title,
    },
    { id: 'from', title: m.console_message_from(), cell: row => formatDateTime(row.from) },
    {
      id: 'until',
      title: m.console_col_until(),
      cell: row => (row.until === null ? m.console_never() : formatDateTime(row.until)),
    },
    { id: 'status', title: m.console_col_status(), cell: row => <PeriodTag {...row} /> },
    {
      id: 'act',
      title: m.console_col_act(),
      cell: row =>
        periodState(row) === 'scheduled' ? (
          <ActButton
            name="announcement recall"
            input={{ id: row.id }}
            label={m.console_act_recall()}
            text={m.console_act_recall_text()}
          />
        ) : (
          periodState(row) === 'shown' && (
            <ActButton
              name="announcement revoke"
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
      title={m.console_nav_announcements()}
      actions={
        mayPublish && (
          <Button size="small" aria-expanded={isWriting} onClick={() => setWriting(!isWriting)}>
            {m.console_announcement_new()}
          </Button>
        )
      }
    >
      {isWriting && <MessageEditor kind="announcement" onSent={() => setWriting(false)} />}
      <DataTable
        label={m.console_nav_announcements()}
        query={useQuery(consoleQuery('announcement list', {}))}
        columns={columns}
        rowId={row => row.id}
      />
    </Page>
  )
}
