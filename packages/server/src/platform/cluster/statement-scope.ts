/** Derives the scope of a statement from its text. Checks compare it with the scope that the statement declares. */
import { findTable, listTables } from '../../tables/register.ts'
import type { DefinedStatement, RareReason, StatementScope } from '../db/database.ts'

const NUMBERED_TABLES = listTables(({ numbered }) => numbered === true)

/** Scope of a statement that names an account by its uid, for lists of tables. */
export function scopeByUid(table: string, because: RareReason): StatementScope {
  const kind = findTable(table)?.placement.kind
  if (kind === 'account') return { scope: 'one shard' }
  return kind === 'coordinator' ? { scope: 'coordinator' } : { scope: 'every shard', because }
}

/** Functions and catalogs of one node that must be used on the coordinator. */
const COORDINATOR_ONLY =
  /\b(?:pg_notify|pg_(?:try_)?advisory\w*|enqueue\w*|graphile_worker|keep_\w+|nextval|setval|pg_stat_\w+|pg_current_wal_lsn|pg_is_in_recovery|pg_control_system|pg_db_role_setting|pg_dist_node|citus_\w+|create_distributed_table|create_reference_table|undistribute_table|set_config)\b/

function tablesOf(text: string): string[] {
  const found = [
    ...text.matchAll(/\b(?:from|join|into|update|using)\s+(?:public\.)?(\w+)/gi),
    ...text.matchAll(/\b(?:from|using)\s+\w+(?: \w+)?,\s+(\w+)/gi),
  ]
  return [...new Set(found.map(([, name]) => name ?? ''))].filter(name => findTable(name) !== undefined)
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
  const tables = tablesOf(text)
  for (const table of tables) {
    const placement = findTable(table)?.placement
    if (placement && 'column' in placement && !namesShard(text, table, placement.column)) return 'every shard'
  }
  const isOnCoordinator = tables.some(table => findTable(table)?.placement.kind === 'coordinator')
  return isOnCoordinator || COORDINATOR_ONLY.test(text) ? 'coordinator' : 'one shard'
}

/**
 * Whether every node of a distributed database runs it in the same way. A new row of a numbered table gets a number of the node's own
 * range, out of order. A copy of a reference table may be behind for a moment when its change is notified.
 */
export const isForAnyNode = ({ text, scope }: Pick<DefinedStatement, 'text' | 'scope'>): boolean =>
  scope === 'one shard' &&
  tablesOf(text).some(table => 'column' in (findTable(table)?.placement ?? {})) &&
  !NUMBERED_TABLES.some(table => new RegExp(`insert into ${table}\\b`, 'i').test(text))

/** One sentence for each statement that declares another scope than its text has. */
export const findScopeErrors = (statements: readonly DefinedStatement[]): string[] =>
  statements.flatMap(({ name, text, scope }) => {
    const read = readScope(text)
    return read === scope ? [] : [`Statement ${name} declares "${scope}" and asks "${read}".`]
  })
