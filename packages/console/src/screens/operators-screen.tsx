import type { ShownOperator } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { consoleQuery } from '../api/queries.ts'
import { ActButton } from '../parts/act/act-button.tsx'
import { CommandLine } from '../parts/command-line.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Page, Tag } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { roleNames } from '../parts/words.ts'

const columns = (): Column<ShownOperator>[] => [
  { id: 'name', title: m.console_col_name(), cell: row => row.name },
  { id: 'roles', title: m.console_col_roles(), cell: row => roleNames(row.roles) },
  { id: 'passkeys', title: m.console_col_passkeys(), cell: row => row.passkeys },
  { id: 'by', title: m.console_operator_by(), cell: row => row.invitedBy },
  {
    id: 'confirmed',
    title: m.console_col_confirmed_by(),
    cell: row =>
      row.confirmedBy ??
      (row.removedAt === null ? <ActButton name="operator confirm" input={{ name: row.name }} /> : null),
  },
  { id: 'since', title: m.console_col_since(), cell: row => <Time at={row.createdAt} /> },
  {
    id: 'status',
    title: m.console_col_status(),
    cell: row =>
      row.removedAt === null ? (
        <Tag tone="good">{m.console_status_active()}</Tag>
      ) : (
        <Tag tone="bad">{m.console_operator_left()}</Tag>
      ),
  },
]

export const OperatorsScreen = () => (
  <Page title={m.console_nav_operators()}>
    <p className={styles.faint}>{m.console_operator_change()}</p>
    <DataTable
      label={m.console_nav_operators()}
      query={useQuery(consoleQuery('operator list', {}))}
      columns={columns()}
      rowId={row => `${row.name} ${row.createdAt}`}
    />
    <CommandLine name="operator list" input={{}} />
  </Page>
)
