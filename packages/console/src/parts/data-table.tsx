/** Tables with the headless columns of TanStack Table. */
import * as m from '@kerf/locales/messages'
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import styles from './data-table.module.css'
import { Loaded, type LoadedQuery } from './loaded.tsx'

const features = tableFeatures({})

export interface Column<T> {
  readonly id: string
  readonly title: string
  readonly cell: (row: T) => ReactNode
}

interface TableProps<T extends object> {
  label: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowId: (row: T) => string
  /** shown instead of an empty table */
  empty?: ReactNode
}

export function Table<T extends object>({ label, rows, columns, rowId, empty }: TableProps<T>) {
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, T> => ({
          id: column.id,
          header: () => column.title,
        }),
      ),
    [columns],
  )
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({ features, columns: definitions, data, getRowId: rowId })
  const cells = new Map(columns.map(({ id, cell }) => [id, cell]))
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
                // FlexRender takes each new function for another component, and would close a dialog of the cell.
                <td key={cell.id}>{cells.get(cell.column.id)?.(row.original)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A table of rows from the server. */
export const DataTable = <T extends object>({
  query,
  ...table
}: Omit<TableProps<T>, 'rows'> & { query: LoadedQuery<readonly T[]> }) => (
  <Loaded query={query}>{rows => <Table {...table} rows={rows} />}</Loaded>
)
