import type { MachineCase } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button, DescriptionItem, DescriptionList, formatDateTime, TextField } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { consoleQuery } from '../api/queries.ts'
import { CommandLine, Failure } from '../parts/act-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Page, Section, Tag } from '../parts/page.tsx'

const route = getRouteApi('/machines')

const PersonLink = ({ uid }: { uid: string }) => (
  <Link to="/people/$who" params={{ who: uid }}>
    {uid.slice(0, 8)}
  </Link>
)

const columns = (): Column<MachineCase>[] => [
  {
    id: 'sn',
    title: m.console_col_number(),
    cell: row => (
      <Link to="/machines" search={{ machine: row.machine }}>
        {row.sn}
      </Link>
    ),
  },
  { id: 'line', title: m.console_machine_line(), cell: row => row.line },
  { id: 'status', title: m.console_col_status(), cell: row => <Tag>{row.state}</Tag> },
  { id: 'claimant', title: m.console_audit_person(), cell: row => <PersonLink uid={row.claimant} /> },
  { id: 'since', title: m.console_col_since(), cell: row => formatDateTime(row.since) },
]

export function MachinesScreen() {
  const { machine = '' } = route.useSearch()
  const navigate = useNavigate()
  const [text, setText] = useState(machine)
  const shown = useQuery({ ...consoleQuery('machine show', { machine }), enabled: machine !== '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void navigate({ to: '/machines', search: { machine: text.trim() } })
  }
  return (
    <Page title={m.console_nav_machines()}>
      <form className={styles.inline} onSubmit={submit} noValidate>
        <TextField
          name="machine"
          label={m.console_machine_label()}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Button type="submit">{m.console_search_button()}</Button>
      </form>
      <Failure error={machine === '' ? null : shown.error} />
      {shown.data && (
        <Section title={shown.data.sn}>
          <DescriptionList>
            <DescriptionItem name={m.console_machine_line()}>
              {shown.data.line || m.console_none()}
            </DescriptionItem>
            <DescriptionItem name={m.console_machine_owner()}>
              {shown.data.owner ? (
                <PersonLink uid={shown.data.owner} />
              ) : (
                (shown.data.workshop?.name ?? m.console_none())
              )}
            </DescriptionItem>
            <DescriptionItem name={m.console_machine_people()}>{shown.data.people}</DescriptionItem>
          </DescriptionList>
          <CommandLine name="machine show" input={{ machine }} />
        </Section>
      )}
      <Section title={m.console_machine_cases()}>
        <DataTable
          label={m.console_machine_cases()}
          query={useQuery(consoleQuery('machine requests', {}))}
          columns={columns()}
          rowId={row => `${row.machine} ${row.claimant} ${row.state}`}
        />
      </Section>
    </Page>
  )
}
