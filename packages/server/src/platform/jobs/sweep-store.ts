/** Statements that delete the expired rows of each table of the register. */
import { findTable, tableEntries } from '../../tables/register.ts'
import type { ExpiryRule } from '../../tables/table-row.ts'
import { type Database, type StatementScope, statement } from '../db/database.ts'

const SWEEP_SCOPE: StatementScope = { scope: 'every shard', because: 'sweep' }
const SCOPES: Readonly<Record<string, StatementScope>> = {
  coordinator: { scope: 'coordinator' },
  // Every node has all rows of a reference table.
  reference: { scope: 'one shard' },
}

/** Rows deleted by one statement. */
export const SWEEP_BATCH_MAX = 1_000

export interface ExpiringTable {
  readonly table: string
  /** Deletes up to SWEEP_BATCH_MAX expired rows. Returns their number. */
  deleteBatch(db: Database): Promise<number>
}

const conditionOf = ({ since, seconds, unless, unit }: ExpiryRule): string =>
  [
    ...(unless === undefined ? [] : [`${unless} is null`]),
    unit === 'ms'
      ? `${since} < (extract(epoch from now()) * 1000)::bigint`
      : `${since} < now() - interval '${seconds} seconds'`,
  ].join(' and ')

/**
 * `key`: the columns of the primary key with their types, the distribution column first. `name`: of the statements, for a table
 * with several rules.
 *
 * The keys are read first and the rows deleted by key, because a sharded database refuses `for update skip locked` over
 * several shards. The condition is repeated: a row that is renewed in between stays.
 */
function expiringTable(
  table: string,
  key: Readonly<Record<string, string>>,
  rule: ExpiryRule,
  name: string,
): ExpiringTable {
  const expired = conditionOf(rule)
  const columns = Object.keys(key)
  const scope = SCOPES[findTable(table)?.placement.kind ?? 'distributed'] ?? SWEEP_SCOPE
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

export const EXPIRING_TABLES: readonly ExpiringTable[] = tableEntries().flatMap(([table, { expiry }]) =>
  (expiry?.rules ?? []).map((rule, index) =>
    expiringTable(table, expiry?.key ?? {}, rule, index === 0 ? table : `${table}.${rule.since}`),
  ),
)
