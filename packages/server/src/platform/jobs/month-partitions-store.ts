/** Tables with one partition a month. */
import { statement } from '../db/database.ts'

/** Creates the missing partitions around now and drops the oldest that ended more than `retentionDays` ago. Returns how many it dropped. */
export const maintainMonths = statement<
  { dropped: number },
  { table: string; monthsAhead: number; retentionDays: number }
>('months.maintain', 'select keep_months($table, $monthsAhead, $retentionDays) as dropped', {
  scope: 'coordinator',
})

/** The tables of which no partition accepts a row of now. A partition `_before_` ends with its month's begin. */
export const listTablesWithoutMonth = statement<{ table: string }, { tables: readonly string[] }>(
  'months.missing',
  `select name as table from unnest($tables::text[]) name
    where not exists (
      select 1 from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = format('public.%I', name)::regclass
         and (c.relname = name || to_char(now() at time zone 'utc', '"_"YYYYMM')
           or c.relname ~ '_before_\\d{6}$' and right(c.relname, 6) > to_char(now() at time zone 'utc', 'YYYYMM')))`,
)
