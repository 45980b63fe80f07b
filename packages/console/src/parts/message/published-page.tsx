/** What operators publish, to chosen people or to every visitor: a list, the editor, recall and revocation. */
import type { ListedAnnouncement, Texts } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button, useLanguage } from '@kerf/portal/console-ui'
import { useState } from 'react'
import { useNeeds } from '../../session/session.tsx'
import { ActButton } from '../act/act-button.tsx'
import { CommandLine } from '../command-line.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import type { LoadedQuery } from '../loaded.tsx'
import { Page } from '../page.tsx'
import { End, Time } from '../time.tsx'
import { MessageEditor } from './message-editor.tsx'
import { PeriodTag, periodState } from './period.tsx'

type Published = Pick<ListedAnnouncement, 'id' | 'texts' | 'from' | 'until' | 'revoked'>

interface PublishedPageProps<T extends Published> {
  kind: 'message' | 'announcement'
  title: string
  query: LoadedQuery<readonly T[]>
  /** further columns */
  columns?: readonly Column<T>[]
}

const titleOf = (texts: Texts, language: 'en' | 'zh'): string | undefined =>
  (texts[language] ?? texts.en ?? texts.zh)?.title

export function PublishedPage<T extends Published>({
  kind,
  title,
  query,
  columns = [],
}: PublishedPageProps<T>) {
  const language = useLanguage()
  const isMessage = kind === 'message'
  const mayPublish = useNeeds(isMessage ? 'message send' : 'announcement publish') !== undefined
  const [isWriting, setWriting] = useState(false)
  const all: Column<T>[] = [
    { id: 'title', title: m.console_col_title(), cell: ({ texts }) => titleOf(texts, language) },
    ...columns,
    { id: 'from', title: m.console_message_from(), cell: row => <Time at={row.from} /> },
    {
      id: 'until',
      title: m.console_col_until(),
      cell: row => <End at={row.until} />,
    },
    { id: 'status', title: m.console_col_status(), cell: row => <PeriodTag {...row} /> },
    {
      id: 'act',
      title: m.console_col_act(),
      cell: row => {
        const state = periodState(row)
        if (state === 'scheduled') return <ActButton name={`${kind} recall`} input={{ id: row.id }} />
        return state === 'shown' && <ActButton name={`${kind} revoke`} input={{ id: row.id }} />
      },
    },
  ]
  return (
    <Page
      title={title}
      actions={
        mayPublish && (
          <Button size="small" aria-expanded={isWriting} onClick={() => setWriting(!isWriting)}>
            {isMessage ? m.console_message_new() : m.console_announcement_new()}
          </Button>
        )
      }
    >
      {isWriting && <MessageEditor kind={kind} onSent={() => setWriting(false)} />}
      <DataTable label={title} query={query} columns={all} rowId={row => row.id} />
      <CommandLine name={`${kind} list`} input={{}} />
    </Page>
  )
}
