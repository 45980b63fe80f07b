import type { ShownApp } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consoleQuery } from '../api/queries.ts'
import { CommandLine } from '../parts/command-line.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Page } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { appTypeWord } from '../parts/words.ts'

const columns = (): Column<ShownApp>[] => [
  {
    id: 'name',
    title: m.console_col_name(),
    cell: row => (
      <Link to="/apps/$clientId" params={{ clientId: row.clientId }}>
        {row.name}
      </Link>
    ),
  },
  { id: 'code', title: m.console_app_code(), cell: row => row.code },
  { id: 'kind', title: m.console_col_kind(), cell: row => appTypeWord(row.type) },
  { id: 'created', title: m.console_col_created(), cell: row => <Time at={row.createdAt} /> },
]

export const AppsScreen = () => (
  <Page title={m.console_nav_apps()}>
    <DataTable
      label={m.console_nav_apps()}
      query={useQuery(consoleQuery('app list', {}))}
      columns={columns()}
      rowId={row => row.clientId}
    />
    <CommandLine name="app list" input={{}} />
  </Page>
)
