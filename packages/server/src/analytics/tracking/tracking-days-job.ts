import type { Task } from 'graphile-worker'
import type { Database } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { maintainTrackingDays } from './tracking-store.ts'

export const TRACKING_DAYS_JOB = 'keep_tracking_days'
/** Days that are there before they begin: so long may the job fail before an event finds no place. */
export const DAYS_AHEAD = 7

export const trackingDaysTask =
  (db: Database, kept: number, log: JobLog): Task =>
  async () => {
    const [row] = await maintainTrackingDays(db, DAYS_AHEAD, kept)
    if (row && row.gone > 0) log.info({ days: row.gone }, 'days of behaviour events dropped')
  }
