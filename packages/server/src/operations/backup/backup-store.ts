/** Reads the database for a backup. */
import pg from 'pg'
import { type Queryable, statement } from '../../platform/db/database.ts'
import type { BackedUpTable } from './backup-tables.ts'

const ROWS_PER_FETCH = 1_000

/** Makes all following statements of the transaction see one moment. Lifts the timeout, because the target may be slow. */
export async function startSnapshot(tx: Queryable): Promise<void> {
  await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
  await tx.query({ text: 'set local idle_in_transaction_session_timeout = 0' })
}

export const listTableColumns = statement<
  { table: string; columns: string[] },
  { tables: readonly string[] }
>(
  'backup.table_columns',
  `select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' and table_name = any($tables) group by 1`,
)

export const listSequences = statement<{ name: string; last: string | null }>(
  'backup.sequences',
  `select sequencename::text as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
)

/**
 * The rows of a table as texts of JSON arrays. The database writes the JSON, so 64-bit numbers and microseconds keep their
 * precision.
 */
export async function* readRows(
  tx: Queryable,
  table: BackedUpTable,
): AsyncGenerator<{ readonly json: string; readonly count: number }> {
  await tx.query({
    text: `declare backed_up no scroll cursor for select to_jsonb(t)::text as row from ${pg.escapeIdentifier(table)} t`,
  })
  for (;;) {
    const { rows } = await tx.query<{ row: string }>({ text: `fetch ${ROWS_PER_FETCH} from backed_up` })
    if (rows.length > 0) yield { json: `[${rows.map(({ row }) => row).join()}]`, count: rows.length }
    if (rows.length < ROWS_PER_FETCH) break
  }
  await tx.query({ text: 'close backed_up' })
}

export interface ExistingAccount {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  /** day of the sign-up, YYYY-MM-DD, UTC */
  readonly createdAt: string
}

/** Those of the accounts that exist. */
export const findExistingAccounts = statement<ExistingAccount, { uids: readonly string[] }>(
  'backup.existing_accounts',
  `select uid, kind, to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as "createdAt"
     from account where uid = any($uids) order by uid`,
  { scope: 'every shard', because: 'operator' },
)

export const listPictures = statement<{ name: string }>(
  'backup.pictures',
  'select name from headpic_file order by name',
  { scope: 'every shard', because: 'operator' },
)

/** The given names that an account still uses. */
export const findPictures = statement<{ name: string }, { names: readonly string[] }>(
  'backup.find_pictures',
  'select name from headpic_file where name = any($names)',
  { scope: 'every shard', because: 'operator' },
)
