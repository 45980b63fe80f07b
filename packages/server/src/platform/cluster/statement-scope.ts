/** Derives the scope of a statement from its text. Checks compare it with the scope that the statement declares. */
import type { DefinedStatement, StatementScope } from '../db/database.ts'
import { NUMBERED_TABLES, TABLE_PLACEMENTS } from '../schema/table-placement.ts'

/** Functions and catalogs of one node that must be used on the coordinator. */
const COORDINATOR_ONLY =
  /\b(?:pg_notify|pg_(?:try_)?advisory\w*|enqueue\w*|graphile_worker|keep_\w+|nextval|setval|pg_stat_\w+|pg_current_wal_lsn|pg_is_in_recovery|pg_control_system|pg_db_role_setting|pg_dist_node|citus_\w+|create_distributed_table|create_reference_table|set_config)\b/

function listTables(text: string): string[] {
  const found = [
    ...text.matchAll(/\b(?:from|join|into|update|using)\s+(?:public\.)?(\w+)/gi),
    ...text.matchAll(/\b(?:from|using)\s+\w+(?: \w+)?,\s+(\w+)/gi),
  ]
  return [...new Set(found.map(([, name]) => name ?? ''))].filter(name => name in TABLE_PLACEMENTS)
}

/** True if the text compares the column with one value, or inserts it. */
function namesShard(text: string, table: string, column: string): boolean {
  const inserted = new RegExp(`insert into ${table}(?: as \\w+)? \\(([^)]*)\\)`, 'i').exec(text)?.[1]
  const comparison = `(?<!\\w)(?:\\w+\\.)?${column} = \\$\\d+(?:::\\w+)?`
  return (
    inserted?.split(/,\s*/).includes(column) === true ||
    (new RegExp(comparison, 'i').test(text) && !new RegExp(`${comparison}\\s+or\\b`, 'i').test(text))
  )
}

export function readScope(text: string): StatementScope['scope'] {
  const tables = listTables(text)
  for (const table of tables) {
    const placement = TABLE_PLACEMENTS[table]
    if (placement && 'column' in placement && !namesShard(text, table, placement.column)) return 'every shard'
  }
  const isOnCoordinator = tables.some(table => TABLE_PLACEMENTS[table]?.kind === 'coordinator')
  return isOnCoordinator || COORDINATOR_ONLY.test(text) ? 'coordinator' : 'one shard'
}

/**
 * Whether every node of a distributed database runs it in the same way. A new row of a numbered table gets a number of the node's own
 * range, out of order. A copy of a reference table may be behind for a moment when its change is notified.
 */
export const isForAnyNode = ({ text, scope }: Pick<DefinedStatement, 'text' | 'scope'>): boolean =>
  scope === 'one shard' &&
  listTables(text).some(table => 'column' in (TABLE_PLACEMENTS[table] ?? {})) &&
  !NUMBERED_TABLES.some(table => new RegExp(`insert into ${table}\\b`, 'i').test(text))

/** One sentence for each statement that declares another scope than its text has. */
export const findScopeErrors = (statements: readonly DefinedStatement[]): string[] =>
  statements.flatMap(({ name, text, scope }) => {
    const read = readScope(text)
    return read === scope ? [] : [`Statement ${name} declares "${scope}" and asks "${read}".`]
  })
