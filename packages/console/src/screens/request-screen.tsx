import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { consoleQuery } from '../api/queries.ts'
import { auditColumns } from '../parts/columns/audit-columns.tsx'
import { CommandLine } from '../parts/command-line.tsx'
import { Table } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'

const route = getRouteApi('/requests/$id')

export function RequestScreen() {
  const { id } = route.useParams()
  return (
    <Page title={m.console_request_title({ id })}>
      <Loaded query={useQuery(consoleQuery('request', { id }))}>
        {({ outcome, events }) => (
          <>
            {outcome.map(line => (
              <p key={line} className={styles.answer} lang="en">
                {line}
              </p>
            ))}
            <Table
              label={m.console_nav_audit()}
              rows={events}
              columns={auditColumns()}
              rowId={row => row.id}
            />
          </>
        )}
      </Loaded>
      <CommandLine name="request" input={{ id }} />
    </Page>
  )
}
