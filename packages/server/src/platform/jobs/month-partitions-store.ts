/** Tables with one partition a month. */
import { statement } from '../db/database.ts'

/** Creates the partitions of the next months and drops those that ended more than `retentionDays` ago. Returns their number. */
export const maintainMonths = statement<
  { dropped: number },
  { table: string; monthsAhead: number; retentionDays: number }
>('months.maintain', 'select keep_months($table, $monthsAhead, $retentionDays) as dropped', {
  scope: 'coordinator',
})
