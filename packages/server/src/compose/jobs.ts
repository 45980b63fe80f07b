/** Every job that the server runs, and its schedule. */
import type { TaskList } from 'graphile-worker'
import { eraseEventsTask } from '../analytics/tracking/erase-events-job.ts'
import { TRACKING_DAYS_JOB, trackingDaysTask } from '../analytics/tracking/tracking-days-job.ts'
import { createBenefitWebhookFeed } from '../entitlements/benefit/benefit-webhook-feed.ts'
import { ENTITLEMENTS_EXPIRING_TABLES } from '../entitlements/expiring-tables-store.ts'
import { LIFT_BANS_JOB, liftEndedBansTask } from '../identity/account/lift-ended-bans.ts'
import { ERASE_EVENTS_JOB } from '../identity/erasure/erased-logins.ts'
import {
  MISSING_ERASURE_RECORDS_JOB,
  writeErasureRecordTask,
  writeMissingErasureRecordsTask,
} from '../identity/erasure/erasure-record-jobs.ts'
import { ERASURE_RECORD_JOB, type ErasureRecordStore } from '../identity/erasure/erasure-records.ts'
import { IDENTITY_EXPIRING_TABLES } from '../identity/expiring-tables-store.ts'
import { SIGN_IN_RECORD_DAYS } from '../identity/session/sign-in-record-store.ts'
import { SWEEP_SESSIONS_JOB, sweepSessionsTask } from '../identity/session/sweep-sessions.ts'
import { MESSAGING_EXPIRING_TABLES } from '../messaging/expiring-tables-store.ts'
import type { Database } from '../platform/db/database.ts'
import { PLATFORM_EXPIRING_TABLES } from '../platform/expiring-tables-store.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { removeFilesTask } from '../platform/files/remove-files-job.ts'
import { REMOVE_FILES_JOB } from '../platform/files/remove-files-later.ts'
import type { JobLog } from '../platform/jobs/job-log.ts'
import { MONTHS_JOB, type MonthlyTable, monthsTask } from '../platform/jobs/month-partitions-job.ts'
import {
  RELEASE_ABANDONED_JOBS_JOB,
  releaseAbandonedJobsTask,
} from '../platform/jobs/release-abandoned-jobs.ts'
import type { ScheduledJob } from '../platform/jobs/run-jobs.ts'
import { SWEEP_JOB, sweepTask } from '../platform/jobs/sweep.ts'
import { MAIL_JOB } from '../platform/mail/queue-mail.ts'
import { MAIL_ABANDONED_SECONDS, type SendMailOptions, sendMailTask } from '../platform/mail/send-mail-job.ts'
import { deliverWebhooks } from '../platform/webhook/deliver-webhooks.ts'
import type { PostWebhook } from '../platform/webhook/post-webhook.ts'
import { DELIVER_WEBHOOKS_JOB } from '../platform/webhook/schedule-delivery.ts'

export interface ServerJobs {
  readonly db: Database
  readonly mail: Omit<SendMailOptions, 'log'>
  readonly files: FileStore
  readonly erasureRecords: ErasureRecordStore
  /** `keys.webhook` */
  readonly webhookKey: Buffer
  readonly postWebhook: PostWebhook
  /** days for which behavior events are stored */
  readonly trackingDays: number
  /** days for which audit events are stored */
  readonly auditDays: number
  /** deletes uploaded pictures that no profile uses */
  readonly sweepHeadpics: () => Promise<unknown>
  readonly log: JobLog
}

export const EXPIRING_TABLES = [
  ...IDENTITY_EXPIRING_TABLES,
  ...ENTITLEMENTS_EXPIRING_TABLES,
  ...MESSAGING_EXPIRING_TABLES,
  ...PLATFORM_EXPIRING_TABLES,
]

/** Tables with a partition a month. */
export const monthlyTables = (auditDays: number): readonly MonthlyTable[] => [
  { table: 'audit_event', retentionDays: auditDays },
  { table: 'sign_in_record', retentionDays: SIGN_IN_RECORD_DAYS },
]

const SWEEP_HEADPICS_JOB = 'sweep_headpics'

const ABANDONED_JOBS = {
  tasks: [MAIL_JOB, REMOVE_FILES_JOB],
  lockedSeconds: MAIL_ABANDONED_SECONDS,
  discardedTask: MAIL_JOB,
}

export const serverTasks = ({
  db,
  mail,
  files,
  erasureRecords,
  webhookKey,
  postWebhook,
  trackingDays,
  auditDays,
  sweepHeadpics,
  log,
}: ServerJobs): TaskList => ({
  [MAIL_JOB]: sendMailTask({ ...mail, log }),
  [REMOVE_FILES_JOB]: removeFilesTask(files),
  [ERASE_EVENTS_JOB]: eraseEventsTask(db),
  [ERASURE_RECORD_JOB]: writeErasureRecordTask(db, erasureRecords),
  [MISSING_ERASURE_RECORDS_JOB]: writeMissingErasureRecordsTask(db, erasureRecords),
  [RELEASE_ABANDONED_JOBS_JOB]: releaseAbandonedJobsTask(log, ABANDONED_JOBS),
  [DELIVER_WEBHOOKS_JOB]: () =>
    deliverWebhooks({
      ...{ db, key: webhookKey, post: postWebhook, log },
      feed: createBenefitWebhookFeed(db),
    }),
  [TRACKING_DAYS_JOB]: trackingDaysTask(db, trackingDays, log),
  [MONTHS_JOB]: monthsTask(db, monthlyTables(auditDays), log),
  [SWEEP_JOB]: sweepTask(db, EXPIRING_TABLES, log),
  [LIFT_BANS_JOB]: liftEndedBansTask(db, log),
  [SWEEP_SESSIONS_JOB]: sweepSessionsTask(db, log),
  [SWEEP_HEADPICS_JOB]: async () => {
    await sweepHeadpics()
  },
})

export const SCHEDULED_JOBS: readonly ScheduledJob[] = [
  { task: RELEASE_ABANDONED_JOBS_JOB, match: '* * * * *' },
  { task: DELIVER_WEBHOOKS_JOB, match: '* * * * *' },
  { task: LIFT_BANS_JOB, match: '* * * * *' },
  { task: SWEEP_JOB, match: '*/5 * * * *' },
  { task: SWEEP_HEADPICS_JOB, match: '23 * * * *' },
  { task: SWEEP_SESSIONS_JOB, match: '17 3 * * *' },
  { task: MISSING_ERASURE_RECORDS_JOB, match: '37 3 * * *' },
  { task: TRACKING_DAYS_JOB, match: '41 * * * *' },
  { task: MONTHS_JOB, match: '47 * * * *' },
]
