import type { ConsoleInput } from '@kerf/contract/console/console-calls'
import type { AuditRecord } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button, formatDateTime, TextField } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { consoleQuery } from '../api/queries.ts'
import { CommandLine } from '../parts/act-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Page, Tag } from '../parts/page.tsx'
import { Select } from '../parts/select.tsx'
import { detailText, outcomeWord } from '../parts/words.ts'

const route = getRouteApi('/audit')
const LIMIT = 100

export const auditColumns = (): Column<AuditRecord>[] => [
  { id: 'at', title: m.console_col_time(), cell: row => formatDateTime(row.at) },
  { id: 'event', title: m.console_col_event(), cell: row => row.event },
  {
    id: 'outcome',
    title: m.console_col_outcome(),
    cell: row => <Tag tone={row.outcome === 'ok' ? 'good' : 'bad'}>{outcomeWord(row.outcome)}</Tag>,
  },
  {
    id: 'person',
    title: m.console_audit_person(),
    cell: row =>
      row.uid && (
        <Link to="/people/$who" params={{ who: row.uid }}>
          {row.uid.slice(0, 8)}
        </Link>
      ),
  },
  { id: 'operator', title: m.console_col_operator(), cell: row => row.operator ?? '' },
  { id: 'network', title: m.console_col_network(), cell: row => row.network ?? '' },
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
  { id: 'detail', title: m.console_col_detail(), cell: row => <pre>{detailText(row.detail)}</pre> },
]

const toIso = (local: string | undefined): string | undefined => {
  const at = local ? new Date(local) : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined
}

export function AuditScreen() {
  const filter = route.useSearch()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(filter)
  const set = (name: keyof typeof filter) => (event: { readonly target: { readonly value: string } }) =>
    setDraft({ ...draft, [name]: event.target.value || undefined })
  const { outcome, since, until, ...texts } = filter
  const input: ConsoleInput<'audit'> = {
    ...texts,
    ...(outcome === 'ok' || outcome === 'refused' ? { outcome } : {}),
    ...(toIso(since) && { since: toIso(since) }),
    ...(toIso(until) && { until: toIso(until) }),
    limit: LIMIT,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '/audit', search: draft })
  }
  return (
    <Page title={m.console_nav_audit()}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.row}>
          <TextField
            name="who"
            label={m.console_audit_person()}
            value={draft.who ?? ''}
            onChange={set('who')}
          />
          <TextField
            name="event"
            label={m.console_audit_event()}
            value={draft.event ?? ''}
            onChange={set('event')}
          />
          <TextField
            name="operator"
            label={m.console_col_operator()}
            value={draft.operator ?? ''}
            onChange={set('operator')}
          />
          <TextField
            name="network"
            label={m.console_col_network()}
            value={draft.network ?? ''}
            onChange={set('network')}
          />
          <TextField
            name="since"
            type="datetime-local"
            label={m.console_audit_since()}
            value={draft.since ?? ''}
            onChange={set('since')}
          />
          <TextField
            name="until"
            type="datetime-local"
            label={m.console_audit_until()}
            value={draft.until ?? ''}
            onChange={set('until')}
          />
          <Select
            label={m.console_col_outcome()}
            value={draft.outcome ?? ''}
            onChange={set('outcome')}
            options={[
              { value: '', label: m.console_audit_any() },
              { value: 'ok', label: m.console_audit_ok() },
              { value: 'refused', label: m.console_audit_refused() },
            ]}
          />
        </div>
        <div>
          <Button type="submit">{m.console_filter()}</Button>
        </div>
      </form>
      <DataTable
        label={m.console_nav_audit()}
        query={useQuery(consoleQuery('audit', input))}
        columns={auditColumns()}
        rowId={row => row.id}
      />
      <CommandLine name="audit" input={input} />
    </Page>
  )
}
