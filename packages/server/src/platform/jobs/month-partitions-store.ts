/** Tables with one partition a month. */
import { statement } from '../db/database.ts'

/** Creates the missing partitions around now and drops the oldest that ended more than `retentionDays` ago. Returns how many it dropped. */
export const maintainMonths = statement<
  { dropped: number },
  { table: string; monthsAhead: number; retentionDays: number }
>('months.maintain', 'select keep_months($table, $monthsAhead, $retentionDays) as dropped', {
  scope: 'coordinator',
})
