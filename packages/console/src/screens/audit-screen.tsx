import type { ConsoleInput } from '@kerf/contract/console/console-calls'
import * as m from '@kerf/locales/messages'
import { Button, TextField } from '@kerf/portal/console-ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { consoleQuery } from '../api/queries.ts'
import { auditColumns } from '../parts/columns/audit-columns.tsx'
import { CommandLine } from '../parts/command-line.tsx'
import { DataTable } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { isoOf, localOf } from '../parts/local-time.ts'
import { Page } from '../parts/page.tsx'
import { Select } from '../parts/select.tsx'

const route = getRouteApi('/audit')
const LIMIT = 100

const TEXTS = [
  { name: 'who', label: m.console_audit_person },
  { name: 'event', label: m.console_audit_event },
  { name: 'operator', label: m.console_col_operator },
  { name: 'request', label: m.console_col_request },
  { name: 'network', label: m.console_col_network },
] as const
const TIMES = [
  { name: 'since', label: m.console_audit_since },
  { name: 'until', label: m.console_audit_until },
] as const

type Filter = ReturnType<typeof route.useSearch>

function inputOf({ outcome, since, until, ...texts }: Filter): ConsoleInput<'audit'> {
  const [from, to] = [isoOf(since ?? ''), isoOf(until ?? '')]
  return {
    ...texts,
    ...(outcome === 'ok' || outcome === 'refused' ? { outcome } : {}),
    ...(from && { since: from }),
    ...(to && { until: to }),
    limit: LIMIT,
  }
}

export function AuditScreen() {
  const filter = route.useSearch()
  const input = inputOf(filter)
  const events = useQuery({ ...consoleQuery('audit', input), placeholderData: keepPreviousData })
  const last = events.data?.length === LIMIT ? events.data.at(-1) : undefined
  return (
    <Page title={m.console_nav_audit()}>
      {/* Another address, as by the browser's way back, has other fields. */}
      <FilterForm key={JSON.stringify(filter)} filter={filter} />
      <DataTable
        label={m.console_nav_audit()}
        query={events}
        columns={auditColumns()}
        rowId={row => row.id}
      />
      {last && (
        <Link to="/audit" search={{ ...filter, before: last.id }}>
          {m.console_more()}
        </Link>
      )}
      <CommandLine name="audit" input={input} />
    </Page>
  )
}

/** The address has the filter, and begins with the newest events again. */
function FilterForm({ filter }: { filter: Filter }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(filter)
  const set = (name: keyof Filter, value: string | undefined) =>
    setDraft({ ...draft, [name]: value || undefined })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '/audit', search: { ...draft, before: undefined } })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.row}>
        {TEXTS.map(({ name, label }) => (
          <TextField
            key={name}
            name={name}
            label={label()}
            value={draft[name] ?? ''}
            onChange={event => set(name, event.target.value)}
          />
        ))}
        {TIMES.map(({ name, label }) => (
          <TextField
            key={name}
            name={name}
            type="datetime-local"
            label={label()}
            value={localOf(draft[name])}
            onChange={event => set(name, isoOf(event.target.value))}
          />
        ))}
        <Select
          label={m.console_col_outcome()}
          value={draft.outcome ?? ''}
          onChange={event => set('outcome', event.target.value)}
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
  )
}
