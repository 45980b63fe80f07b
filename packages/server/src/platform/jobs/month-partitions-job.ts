/** Job that creates the monthly partitions ahead of time and drops the oldest expired one, while the time is not doubtful. */
import type { Task } from 'graphile-worker'
import type { Queryable } from '../db/database.ts'
import type { IsTimeTrusted } from './clock-guard.ts'
import type { JobLog } from './job-log.ts'
import { listTablesWithoutMonth, maintainMonths } from './month-partitions-store.ts'

/** Stored with every queued job. */
export const MONTHS_JOB = 'keep_months'
/** An installation may stand still, or run a version without this job, for so long. */
const MONTHS_AHEAD = 3

export const MONTHLY_TABLES = ['audit_event', 'sign_in_record'] as const

/** Drops nothing. */
const ENDLESS_DAYS = 100 * 365

export interface MonthlyTable {
  readonly table: (typeof MONTHLY_TABLES)[number]
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

/** Creates the months of now if one is missing, which the hourly job would do later. Returns the tables that still lack it. */
export async function repairMonths(db: Queryable): Promise<readonly string[]> {
  const find = async (): Promise<readonly string[]> =>
    (await listTablesWithoutMonth(db, { tables: MONTHLY_TABLES })).map(({ table }) => table)
  const missing = await find()
  if (missing.length === 0) return missing
  for (const table of missing)
    await maintainMonths(db, { table, monthsAhead: MONTHS_AHEAD, retentionDays: ENDLESS_DAYS }).catch(
      () => [],
    )
  return find()
}
