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
import { isoOf, localOf, reportPartialTimes } from '../parts/local-time.ts'
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
  // While a page loads, the rows are those of the page before.
  const last = !events.isPlaceholderData && events.data?.length === LIMIT ? events.data.at(-1) : undefined
  return (
    <Page title={m.console_nav_audit()}>
      {/* The Back button of the browser fills in the fields of that filter. */}
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

/** Writes the filter to the address. The list then starts with the newest events. */
function FilterForm({ filter }: { filter: Filter }) {
  const navigate = useNavigate()
  // Local times as they are typed: a conversion changes a time whose year is not complete.
  const [draft, setDraft] = useState<Filter>({
    ...filter,
    since: localOf(filter.since),
    until: localOf(filter.until),
  })
  const set = (name: keyof Filter, value: string | undefined) =>
    setDraft({ ...draft, [name]: value || undefined })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!reportPartialTimes(event.currentTarget)) return
    const [since, until] = [isoOf(draft.since ?? ''), isoOf(draft.until ?? '')]
    void navigate({ to: '/audit', search: { ...draft, since, until, before: undefined } })
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
            value={draft[name] ?? ''}
            onChange={event => set(name, event.target.value)}
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
