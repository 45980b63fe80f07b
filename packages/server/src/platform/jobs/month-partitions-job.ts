/** Job that creates the monthly partitions ahead of time and drops the oldest expired one, while the time is not doubtful. */
import type { Task } from 'graphile-worker'
import type { Queryable } from '../db/database.ts'
import type { IsTimeTrusted } from './clock-guard.ts'
import type { JobLog } from './job-log.ts'
import { maintainMonths } from './month-partitions-store.ts'

/** Stored with every queued job. */
export const MONTHS_JOB = 'keep_months'
/** An installation may stand still, or run a version without this job, for so long. */
const MONTHS_AHEAD = 3

/** Drops nothing. */
const ENDLESS_DAYS = 100 * 365

export interface MonthlyTable {
  readonly table: 'audit_event' | 'sign_in_record'
  readonly retentionDays: number
}

export async function maintainMonthlyTables(
  db: Queryable,
  tables: readonly MonthlyTable[],
  isTimeTrusted: IsTimeTrusted,
  log: JobLog,
): Promise<void> {
  const mayDrop = await isTimeTrusted()
  for (const { table, retentionDays } of tables) {
    const kept = mayDrop ? retentionDays : ENDLESS_DAYS
    const [row] = await maintainMonths(db, { table, monthsAhead: MONTHS_AHEAD, retentionDays: kept })
    if (row && row.dropped > 0) log.info({ table, months: row.dropped }, 'dropped expired months')
  }
}

export const monthsTask =
  (db: Queryable, tables: readonly MonthlyTable[], isTimeTrusted: IsTimeTrusted, log: JobLog): Task =>
  () =>
    maintainMonthlyTables(db, tables, isTimeTrusted, log)
