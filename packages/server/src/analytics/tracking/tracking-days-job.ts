import type { Task } from 'graphile-worker'
import type { Database } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { keepDays } from './tracking-store.ts'

export const KEEP_TRACKING_DAYS_JOB = 'keep_tracking_days'
/** Days that are there before they begin: so long may the job fail before an event finds no place. */
export const DAYS_AHEAD = 7

export const keepTrackingDaysTask =
  (db: Database, kept: number, log: JobLog): Task =>
  async () => {
    const [row] = await keepDays(db, DAYS_AHEAD, kept)
    if (row && row.gone > 0) log.info({ days: row.gone }, 'days of behaviour events dropped')
  }
