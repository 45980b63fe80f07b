/** Writes a backup into a database. Runs as the owner of the tables: the serving role may not write all of them. */
import pg from 'pg'
import type { EndedSession } from '../../outbound/webhook/publish-account-event.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { listTables } from '../../tables/register.ts'
import type { BackedUpTable } from './backup-tables.ts'

const LOCK_TIMEOUT_SECONDS = 5
const LOCK_NOT_AVAILABLE = '55P03'

const quoted = (identifier: string): string => pg.escapeIdentifier(identifier)

/** Every server keeps one connection of this name for LISTEN. */
export const findRunningServer = statement<{ found: number }>(
  'restore.running_server',
  `select 1 as found from pg_stat_activity
    where datname = current_database() and application_name = 'kerf listen' limit 1`,
  { scope: 'coordinator' },
)

/** Locks the tables until the transaction ends, so that nobody else reads or writes them. False: they are in use. */
export async function lockTables(tx: Queryable, tables: readonly BackedUpTable[]): Promise<boolean> {
  await tx.query({ text: `set local lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'` })
  try {
    await tx.query({ text: `lock table ${tables.map(quoted).join()} in access exclusive mode` })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    return false
  }
}

export async function hasRows(tx: Queryable, table: BackedUpTable): Promise<boolean> {
  const { rows } = await tx.query({ text: `select 1 from ${quoted(table)} limit 1` })
  return rows.length > 0
}

export async function deleteRows(tx: Queryable, table: BackedUpTable): Promise<void> {
  await tx.query({ text: `delete from ${quoted(table)}` })
}

export const listColumns = statement<{ table: string; column: string }>(
  'restore.columns',
  `select table_name::text as "table", column_name::text as "column"
     from information_schema.columns where table_schema = 'public'`,
)

/** `json`: an array of rows. Columns that are not listed get their defaults. Returns the number of rows. */
export async function insertRows(
  tx: Queryable,
  table: BackedUpTable,
  columns: readonly string[],
  json: string,
): Promise<number> {
  const list = columns.map(quoted).join()
  const { rowCount } = await tx.query({
    text: `insert into ${quoted(table)} (${list}) overriding system value
           select ${list} from jsonb_populate_recordset(null::${quoted(table)}, $1::jsonb)`,
    values: [json],
  })
  return rowCount ?? 0
}

/** `sequence`: qualified and quoted name. */
export const setSequence = statement<never, { sequence: string; last: string; gap: number }>(
  'restore.set_sequence',
  'select setval($sequence::text::regclass, $last::bigint + $gap::bigint)',
  { scope: 'coordinator' },
)

export const advanceUnlockCounters = statement<never, { gap: number }>(
  'restore.advance_unlock_counters',
  'update unlock_counter set counter = counter + $gap',
  { scope: 'every shard', because: 'operator' },
)

export const endAllSessions = statement<EndedSession & { uid: string }>(
  'restore.end_sessions',
  'delete from session returning uid, handle, redeemed_by',
  { scope: 'every shard', because: 'operator' },
)

/** Deletes all access other than sessions: tokens of apps, tickets, codes, links, and operators with their passkeys and tokens. */
export async function deleteOtherAccess(tx: Queryable): Promise<void> {
  for (const table of listTables(
    ({ backup }) => typeof backup === 'object' && backup.endsWithSessions === true,
  ))
    await tx.query({ text: `delete from ${quoted(table)}` })
}

/** Operators who may enter. */
export const countOperators = statement<{ count: number }>(
  'restore.operators',
  'select count(*)::int as count from operator where removed_at is null',
  { scope: 'coordinator' },
)
