/** Which migrations of this version a database lacks. */
import { type Queryable, statement } from './database.ts'
import { listMigrations } from './migrate.ts'

const hasMigrationTable = statement<{ there: boolean }>(
  'migration.has_table',
  `select to_regclass('public.migration') is not null as there`,
)
const applied = statement<{ name: string }>('migration.applied', 'select name from migration')

/** Their names; all of them for a database that was never migrated. */
export async function missingMigrations(db: Queryable): Promise<string[]> {
  const [table] = await hasMigrationTable(db)
  const names = new Set(table?.there ? (await applied(db)).map(({ name }) => name) : [])
  return (await listMigrations()).map(({ name }) => name).filter(name => !names.has(name))
}
