/** A table of rows from the server: headless columns of TanStack Table, its four states, and rows that lead somewhere. */
import * as m from '@kerf/locales/messages'
import { Skeleton } from '@kerf/portal/console-ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { Failure } from './act-button.tsx'
import styles from './data-table.module.css'

const features = tableFeatures({})

export interface Column<T> {
  readonly id: string
  readonly title: string
  readonly cell: (row: T) => ReactNode
}

export interface DataTableProps<T extends object> {
  label: string
  query: UseQueryResult<readonly T[], Error>
  columns: readonly Column<T>[]
  rowId: (row: T) => string
  /** shown instead of an empty table */
  empty?: ReactNode
}

const SKELETON_ROWS = 4

export function DataTable<T extends object>({ label, query, columns, rowId, empty }: DataTableProps<T>) {
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, T> => ({
          id: column.id,
          header: () => column.title,
          cell: ({ row }) => column.cell(row.original),
        }),
      ),
    [columns],
  )
  const data = useMemo(() => [...(query.data ?? [])], [query.data])
  const table = useTable({ features, columns: definitions, data, getRowId: rowId })
  if (query.isPending)
    return (
      <div className={styles.skeleton} role="status" aria-label={m.ui_loading()}>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <Skeleton key={String(index)} shape="line" />
        ))}
      </div>
    )
  if (query.error) return <Failure error={query.error} />
  if (data.length === 0) return <p className={styles.empty}>{empty ?? m.console_empty()}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          {table.getHeaderGroups().map(group => (
            <tr key={group.id}>
              {group.headers.map(header => (
                <th key={header.id} scope="col">
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map(row => (
            <tr key={row.id}>
              {row.getAllCells().map(cell => (
                <td key={cell.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
