import type { PersonLimit, PersonSession, ShownMail } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { formatDateTime, RelativeTime } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consoleQuery } from '../../api/queries.ts'
import { ActButton, CommandLine } from '../../parts/act-button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import styles from '../../parts/form.module.css'
import { Section, Tag } from '../../parts/page.tsx'

export function PersonSessions({ who }: { who: string }) {
  const columns: Column<PersonSession>[] = [
    {
      id: 'application',
      title: m.console_col_application(),
      cell: row => `${row.application} ${row.platform}`,
    },
    { id: 'place', title: m.console_col_place(), cell: row => row.place },
    { id: 'network', title: m.console_col_network(), cell: row => row.network ?? '' },
    { id: 'since', title: m.console_col_since(), cell: row => formatDateTime(row.firstLogin) },
    { id: 'seen', title: m.console_col_time(), cell: row => <RelativeTime at={row.lastSeen} /> },
    {
      id: 'act',
      title: m.console_col_act(),
      cell: row => (
        <ActButton
          name="user session end"
          input={{ who, session: row.session }}
          label={m.console_act_end_session()}
          text={m.console_act_end_session_text()}
          tone="danger"
        />
      ),
    },
  ]
  return (
    <Section title={m.console_person_sessions()}>
      <DataTable
        label={m.console_person_sessions()}
        query={useQuery(consoleQuery('user sessions', { who }))}
        columns={columns}
        rowId={row => row.session}
      />
      <CommandLine name="user sessions" input={{ who }} />
    </Section>
  )
}

const BAD_MAIL = new Set(['refused', 'bounced', 'suppressed', 'expired'])

export const mailColumns = (): Column<ShownMail>[] => [
  { id: 'at', title: m.console_col_time(), cell: row => formatDateTime(row.at) },
  { id: 'template', title: m.console_col_template(), cell: row => row.template },
  {
    id: 'status',
    title: m.console_col_status(),
    cell: row => (
      <Tag tone={BAD_MAIL.has(row.status) ? 'bad' : row.status === 'sent' ? 'good' : 'plain'}>
        {row.status}
      </Tag>
    ),
  },
  {
    id: 'code',
    title: m.console_col_code(),
    cell: row => [row.reply, row.code, row.fault].filter(Boolean).join(' '),
  },
  { id: 'domain', title: m.console_col_network(), cell: row => row.domain },
  { id: 'attempts', title: m.console_col_attempts(), cell: row => row.attempts },
  {
    id: 'request',
    title: m.console_col_request(),
    cell: row =>
      row.requestId && (
        <Link to="/requests/$id" params={{ id: row.requestId }}>
          {row.requestId.slice(0, 8)}
        </Link>
      ),
  },
  {
    id: 'act',
    title: m.console_col_act(),
    cell: row =>
      ['queued', 'deferred'].includes(row.status) && (
        <ActButton name="mail resend" input={{ id: row.id }} label={m.console_act_resend()} />
      ),
  },
]

export function PersonMails({ who }: { who: string }) {
  return (
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
}

export function PersonLimits({ who }: { who: string }) {
  const columns: Column<PersonLimit>[] = [
    { id: 'limit', title: m.console_col_limit(), cell: row => row.counts },
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
  return (
    <Section
      title={m.console_person_limits()}
      actions={
        <div className={styles.acts}>
          <ActButton
            name="user limits lift"
            input={{ who }}
            label={m.console_act_lift()}
            text={m.console_act_lift_text()}
          />
        </div>
      }
    >
      <DataTable
        label={m.console_person_limits()}
        query={useQuery(consoleQuery('user limits show', { who }))}
        columns={columns}
        rowId={row => row.kind}
      />
    </Section>
  )
}
