import type { MachineCase } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button, DescriptionItem, DescriptionList, TextField } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { consoleQuery } from '../api/queries.ts'
import { PersonLink } from '../parts/columns/links.tsx'
import { CommandLine } from '../parts/command-line.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section, Tag } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { stateWord } from '../parts/words.ts'

const route = getRouteApi('/machines')

const columns = (): Column<MachineCase>[] => [
  {
    id: 'sn',
    title: m.console_machine_sn(),
    cell: row => (
      <Link to="/machines" search={{ machine: row.machine }}>
        {row.sn}
      </Link>
    ),
  },
  { id: 'line', title: m.console_machine_line(), cell: row => row.line },
  { id: 'status', title: m.console_col_status(), cell: row => <Tag>{stateWord(row.state)}</Tag> },
  { id: 'claimant', title: m.console_machine_claimant(), cell: row => <PersonLink uid={row.claimant} /> },
  { id: 'since', title: m.console_col_since(), cell: row => <Time at={row.since} /> },
]

export function MachinesScreen() {
  const { machine = '' } = route.useSearch()
  return (
    <Page title={m.console_nav_machines()}>
      <MachineForm key={machine} machine={machine} />
      {machine !== '' && <Machine machine={machine} />}
      <Section title={m.console_machine_cases()}>
        <DataTable
          label={m.console_machine_cases()}
          query={useQuery(consoleQuery('machine requests', {}))}
          columns={columns()}
          rowId={row => `${row.machine} ${row.claimant} ${row.state}`}
        />
        <CommandLine name="machine requests" input={{}} />
      </Section>
    </Page>
  )
}

function MachineForm({ machine }: { machine: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(machine)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void navigate({ to: '/machines', search: { machine: text.trim() } })
  }
  return (
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
  )
}

function Machine({ machine }: { machine: string }) {
  return (
    <Loaded query={useQuery(consoleQuery('machine show', { machine }))}>
      {({ sn, line, owner, workshop, people }) => (
        <Section title={sn}>
          <DescriptionList>
            <DescriptionItem name={m.console_machine_line()}>{line || m.console_none()}</DescriptionItem>
            <DescriptionItem name={m.console_machine_owner()}>
              {owner ? <PersonLink uid={owner} /> : (workshop?.name ?? m.console_none())}
            </DescriptionItem>
            <DescriptionItem name={m.console_machine_people()}>{people}</DescriptionItem>
          </DescriptionList>
          <CommandLine name="machine show" input={{ machine }} />
        </Section>
      )}
    </Loaded>
  )
}
