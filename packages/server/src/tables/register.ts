/** The register of tables: one row for each, in the file of the wing that owns it. docs/database.md says how to add one. */
import { ENTITLEMENTS_TABLES } from './entitlements.ts'
import { IDENTITY_TABLES } from './identity.ts'
import { MACHINES_TABLES } from './machines.ts'
import { MESSAGING_TABLES } from './messaging.ts'
import { OPERATIONS_TABLES } from './operations.ts'
import { PLATFORM_TABLES } from './platform.ts'
import type { TableRow } from './table-row.ts'

const ROWS = {
  ...IDENTITY_TABLES,
  ...ENTITLEMENTS_TABLES,
  ...MACHINES_TABLES,
  ...MESSAGING_TABLES,
  ...OPERATIONS_TABLES,
  ...PLATFORM_TABLES,
}

export type TableName = keyof typeof ROWS

export const TABLES: Readonly<Record<TableName, TableRow>> = ROWS

export const findTable = (name: string): TableRow | undefined =>
  Object.hasOwn(TABLES, name) ? TABLES[name as TableName] : undefined

export const tableEntries = (): [TableName, TableRow][] => Object.entries(TABLES) as [TableName, TableRow][]

export const listTables = (matches: (row: TableRow) => boolean): TableName[] =>
  tableEntries().flatMap(([name, row]) => (matches(row) ? [name] : []))
