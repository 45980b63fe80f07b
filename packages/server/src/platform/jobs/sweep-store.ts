/** Statements that delete the expired rows of one table. */
import { type Database, type StatementScope, statement } from '../db/database.ts'
import { TABLE_PLACEMENTS } from '../schema/table-placement.ts'

/** Rows deleted by one statement. */
export const SWEEP_BATCH_MAX = 1_000

export interface ExpiringTable {
  readonly table: string
  /** Deletes up to SWEEP_BATCH_MAX expired rows. Returns their number. */
  deleteBatch(db: Database): Promise<number>
}

/**
 * `key`: the columns of the primary key with their types, the distribution column first. `expired`: an SQL condition
 * that an index serves. `name`: of the statements, for a table with several such conditions.
 *
 * The keys are read first and the rows deleted by key, because a sharded database refuses `for update skip locked` over
 * several shards. The condition is repeated: a row that is renewed in between stays.
 */
export function expiringTable(
  table: string,
  key: Readonly<Record<string, string>>,
  expired: string,
  name = table,
): ExpiringTable {
  const columns = Object.keys(key)
  const scope: StatementScope =
    TABLE_PLACEMENTS[table]?.kind === 'coordinator'
      ? { scope: 'coordinator' }
      : { scope: 'every shard', because: 'sweep' }
  const [first = ''] = columns
  const listKeys = statement<Record<string, unknown>>(
    `sweep.${name}.keys`,
    `select ${columns.join(', ')} from ${table} where ${expired} limit ${SWEEP_BATCH_MAX}`,
    scope,
  )
  const lists = columns.map(column => `$${column}::${key[column]}[]`)
  const deleteRows = statement<never, Record<string, unknown[]>>(
    `sweep.${name}`,
    `delete from ${table} where ${first} = any(${lists[0]})
        and (${columns.join(', ')}) in (select * from unnest(${lists.join(', ')})) and ${expired}
     returning 1`,
    scope,
  )
  return {
    table,
    async deleteBatch(db) {
      const rows = await listKeys(db)
      if (rows.length === 0) return 0
      const keys = Object.fromEntries(columns.map(column => [column, rows.map(row => row[column])]))
      return (await deleteRows(db, keys)).length
    },
  }
}
