/** Job that creates the daily partitions of behavior events ahead of time and drops the expired ones. */
import type { Task } from 'graphile-worker'
import type { Database } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { maintainTrackingDays } from './tracking-store.ts'

/** Stored with every queued job. */
export const TRACKING_DAYS_JOB = 'keep_tracking_days'
/** The job may fail for this many days before an event has no partition. */
export const DAYS_AHEAD = 7

export const trackingDaysTask =
  (db: Database, retentionDays: number, log: JobLog): Task =>
  async () => {
    const [row] = await maintainTrackingDays(db, { daysAhead: DAYS_AHEAD, retentionDays })
    if (row && row.dropped > 0) log.info({ days: row.dropped }, 'dropped expired days of behavior events')
  }
