import type { NetworkBan, NetworkReach } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button, Notice, TextField } from '@kerf/portal/console-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callConsole } from '../api/call-console.ts'
import { consoleQuery } from '../api/queries.ts'
import { ActButton } from '../parts/act/act-button.tsx'
import { CommandLine } from '../parts/command-line.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import styles from '../parts/form.module.css'
import { isoOf, reportPartialTimes } from '../parts/local-time.ts'
import { Page, Section } from '../parts/page.tsx'
import { End, Time } from '../parts/time.tsx'

const columns = (): Column<NetworkBan>[] => [
  { id: 'network', title: m.console_col_network(), cell: row => row.network },
  { id: 'since', title: m.console_col_since(), cell: row => <Time at={row.since} /> },
  {
    id: 'until',
    title: m.console_col_until(),
    cell: row => <End at={row.until} />,
  },
  {
    id: 'act',
    title: m.console_col_act(),
    cell: row => <ActButton name="ip unban" input={{ network: row.network }} />,
  },
]

/** Nobody bans a network without having seen whom it reaches. */
function BanForm() {
  const [network, setNetwork] = useState('')
  const [until, setUntil] = useState('')
  const end = isoOf(until)
  const preview = useMutation({
    mutationFn: () => callConsole('ip ban', { network, preview: true }) as Promise<NetworkReach>,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reportPartialTimes(event.currentTarget) && network.trim() !== '' && !preview.isPending)
      preview.mutate()
  }
  return (
    <Section title={m.console_network_ban()}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.row}>
          <TextField
            name="network"
            label={m.console_network_label()}
            autoComplete="off"
            value={network}
            onChange={event => {
              setNetwork(event.target.value)
              preview.reset()
            }}
          />
          <TextField
            name="until"
            type="datetime-local"
            label={m.console_col_until()}
            hint={m.console_until_hint()}
            value={until}
            // A time that is typed in part changes no value.
            onFocus={() => preview.reset()}
            onChange={event => {
              setUntil(event.target.value)
              preview.reset()
            }}
          />
        </div>
        <div>
          <Button type="submit" variant="secondary" pending={preview.isPending}>
            {m.console_network_preview()}
          </Button>
        </div>
        <Failure error={preview.error} />
      </form>
      {preview.data && (
        <>
          <Notice tone="warning" title={preview.data.network}>
            {m.console_network_reach({
              addresses: preview.data.addresses.toLocaleString(),
              sessions: preview.data.sessions,
              people: preview.data.people,
            })}
          </Notice>
          <div>
            <ActButton
              name="ip ban"
              input={{ network, ...(end && { until: end }) }}
              onDone={() => preview.reset()}
            />
          </div>
        </>
      )}
    </Section>
  )
}

export const NetworksScreen = () => (
  <Page title={m.console_nav_networks()}>
    <BanForm />
    <DataTable
      label={m.console_nav_networks()}
      query={useQuery(consoleQuery('ip list', {}))}
      columns={columns()}
      rowId={row => row.network}
    />
    <CommandLine name="ip list" input={{}} />
  </Page>
)
