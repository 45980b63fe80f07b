import type { OperatorAct } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { TextArea } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleQuery } from '../../api/queries.ts'
import { ActButton } from '../../parts/act/act-button.tsx'
import { useFieldError } from '../../parts/act/act-dialog.tsx'
import { CommandLine } from '../../parts/command-line.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Section } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { detailText } from '../../parts/words.ts'

const COLUMNS = (): Column<OperatorAct>[] => [
  { id: 'at', title: m.console_col_time(), cell: row => <Time at={row.at} /> },
  { id: 'event', title: m.console_col_event(), cell: row => <code>{row.event}</code> },
  { id: 'operator', title: m.console_col_operator(), cell: row => row.operator },
  { id: 'detail', title: m.console_col_detail(), cell: row => <pre>{detailText(row.detail)}</pre> },
]

export function PersonHistory({ who }: { who: string }) {
  const [note, setNote] = useState('')
  return (
    <Section
      title={m.console_person_history()}
      actions={
        <ActButton name="user note" input={{ who, note }} onDone={() => setNote('')}>
          <NoteField value={note} onChange={setNote} />
        </ActButton>
      }
    >
      <DataTable
        label={m.console_person_history()}
        query={useQuery(consoleQuery('user history', { who }))}
        columns={COLUMNS()}
        rowId={row => `${row.at} ${row.event} ${JSON.stringify(row.detail)}`}
      />
      <CommandLine name="user history" input={{ who }} />
    </Section>
  )
}

function NoteField({ value, onChange }: { value: string; onChange(note: string): void }) {
  return (
    <TextArea
      name="note"
      label={m.console_act_note_label()}
      error={useFieldError('note')}
      maxLength={1_000}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
