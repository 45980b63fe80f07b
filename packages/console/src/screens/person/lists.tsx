import type { PersonLimit, PersonSession } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { RelativeTime } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { consoleQuery } from '../../api/queries.ts'
import { ActButton } from '../../parts/act/act-button.tsx'
import { mailColumns } from '../../parts/columns/mail-columns.tsx'
import { CommandLine } from '../../parts/command-line.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Section, Tag } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { limitWord } from '../../parts/words.ts'

const sessionColumns = (who: string): Column<PersonSession>[] => [
  {
    id: 'application',
    title: m.console_col_application(),
    cell: row => `${row.application} ${row.platform}`,
  },
  { id: 'place', title: m.console_col_place(), cell: row => row.place },
  { id: 'network', title: m.console_col_network(), cell: row => row.network ?? '' },
  { id: 'since', title: m.console_col_since(), cell: row => <Time at={row.firstLogin} /> },
  { id: 'seen', title: m.console_col_last_active(), cell: row => <RelativeTime at={row.lastSeen} /> },
  {
    id: 'act',
    title: m.console_col_act(),
    cell: ({ session }) => <ActButton name="user session end" input={{ who, session }} />,
  },
]

export const PersonSessions = ({ who }: { who: string }) => (
  <Section title={m.console_person_sessions()}>
    <DataTable
      label={m.console_person_sessions()}
      query={useQuery(consoleQuery('user sessions', { who }))}
      columns={sessionColumns(who)}
      rowId={row => row.session}
    />
    <CommandLine name="user sessions" input={{ who }} />
  </Section>
)

export const PersonMails = ({ who }: { who: string }) => (
  <Section title={m.console_person_mails()}>
    <DataTable
      label={m.console_person_mails()}
      query={useQuery(consoleQuery('mail list', { who }))}
      columns={mailColumns()}
      rowId={row => row.id}
    />
    <CommandLine name="mail list" input={{ who }} />
  </Section>
)

const limitColumns = (): Column<PersonLimit>[] => [
  { id: 'limit', title: m.console_col_limit(), cell: row => limitWord(row.kind) },
  {
    id: 'used',
    title: m.console_col_used(),
    cell: row => (
      <Tag tone={row.limit !== null && row.used >= row.limit ? 'bad' : 'plain'}>
        {row.limit === null ? row.used : `${row.used} / ${row.limit}`}
      </Tag>
    ),
  },
  {
    id: 'until',
    title: m.console_col_until(),
    cell: row => (row.until === null ? m.console_never() : <RelativeTime at={row.until} />),
  },
]

export const PersonLimits = ({ who }: { who: string }) => (
  <Section title={m.console_person_limits()} actions={<ActButton name="user limits lift" input={{ who }} />}>
    <DataTable
      label={m.console_person_limits()}
      query={useQuery(consoleQuery('user limits show', { who }))}
      columns={limitColumns()}
      rowId={row => row.kind}
    />
    <CommandLine name="user limits show" input={{ who }} />
  </Section>
)
