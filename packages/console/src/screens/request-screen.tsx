import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { consoleQuery } from '../api/queries.ts'
import { CommandLine } from '../parts/act-button.tsx'
import { DataTable } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Page } from '../parts/page.tsx'
import { auditColumns } from './audit-screen.tsx'

const route = getRouteApi('/requests/$id')

export function RequestScreen() {
  const { id } = route.useParams()
  const request = useQuery(consoleQuery('request', { id }))
  const query = { ...request, data: request.data?.events } as never
  return (
    <Page title={m.console_request_title({ id })}>
      {request.data?.outcome.map(line => (
        <p key={line} className={styles.answer}>
          {line}
        </p>
      ))}
      <DataTable
        label={m.console_nav_audit()}
        query={query}
        columns={auditColumns()}
        rowId={(row: { id: string }) => row.id}
      />
      <CommandLine name="request" input={{ id }} />
    </Page>
  )
}
