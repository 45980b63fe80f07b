/** Reads what decides whether and when to migrate. */
import { statement } from '../../platform/db/database.ts'

export const findAppliedMigrations = statement<{ name: string; hash: string }>(
  'upgrade.applied',
  'select name, hash from migration order by name',
  { scope: 'coordinator' },
)

export interface TableSize {
  readonly table: string
  /** estimated by the last analysis */
  readonly rows: number
  readonly bytes: number
}

export const listTableSizes = statement<TableSize, { tables: readonly string[] }>(
  'upgrade.sizes',
  `select c.relname::text as table, greatest(c.reltuples, 0)::float8 as rows, pg_table_size(c.oid)::float8 as bytes
     from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = any($tables::text[]) and c.relkind in ('r', 'p')`,
)

export interface LongTransaction {
  readonly application: string
  readonly pid: number
  readonly seconds: number
}

/** The transactions that a migration would have to wait for, the longest first. */
export const listLongTransactions = statement<LongTransaction, { minSeconds: number }>(
  'upgrade.transactions',
  `select application_name as application, pid, extract(epoch from now() - xact_start)::int as seconds
     from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and xact_start < now() - make_interval(secs => $minSeconds)
    order by xact_start limit 5`,
  { scope: 'coordinator' },
)
