/** Reads which migrations a database has. */
import { type Queryable, statement } from '../db/database.ts'
import { listMigrationNames } from './migrate.ts'

const hasMigrationTable = statement<{ found: boolean }>(
  'migration.has_table',
  `select to_regclass('public.migration') is not null as found`,
)
const listAppliedMigrations = statement<{ name: string }>('migration.applied', 'select name from migration', {
  scope: 'coordinator',
})

/** Names of the migrations that the database lacks. `known`: default: those of this release. */
export async function missingMigrations(db: Queryable, known = listMigrationNames()): Promise<string[]> {
  const [table] = await hasMigrationTable(db)
  const names = new Set(table?.found ? (await listAppliedMigrations(db)).map(({ name }) => name) : [])
  return (await known).filter(name => !names.has(name))
}

const NAMED_MAX = 3

/** An empty database lacks all of them: their names would fill the screen. */
export const describeMissing = (missing: readonly string[]): string =>
  missing.length <= NAMED_MAX
    ? missing.join(', ')
    : `${missing.length} migrations, ${missing[0]} to ${missing.at(-1)}`
