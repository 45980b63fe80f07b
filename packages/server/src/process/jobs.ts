/** Every job that the server runs, and its schedule. */

import type { Task } from 'graphile-worker'
import { eraseEventsTask, TRACKING_DAYS_JOB, trackingDaysTask } from '../analytics/wing.ts'
import { BENEFIT_REMINDERS_JOB, createBenefitWebhookFeed, remindBenefitsTask } from '../entitlements/wing.ts'
import {
  carryOutMailboxChangesTask,
  ERASE_EVENTS_JOB,
  ERASURE_RECORD_JOB,
  type ErasureRecordStore,
  FACTOR_REMOVAL_JOB,
  LIFT_BANS_JOB,
  LOGOUT_JOB,
  type LogoutJobDependencies,
  liftEndedBansTask,
  logoutTask,
  MAILBOX_CHANGES_JOB,
  MISSING_ERASURE_RECORDS_JOB,
  remindFactorRemovalTask,
  SWEEP_SESSIONS_JOB,
  sweepSessionsTask,
  writeErasureRecordTask,
  writeMissingErasureRecordsTask,
} from '../identity/wing.ts'
import {
  CERTIFICATE_REMINDERS_JOB,
  carryOutWorkshopActsTask,
  LOSS_RECORD_JOB,
  MACHINE_REQUESTS_JOB,
  MISSING_LOSS_RECORDS_JOB,
  remindCertificatesTask,
  remindMachineRequestsTask,
  WORKSHOP_ACTS_JOB,
  writeLossRecordTask,
  writeMissingLossRecordsTask,
} from '../machines/wing.ts'
import { deleteBroadcastBatch } from '../messaging/wing.ts'
import {
  MERGE_ACCOUNTS_JOB,
  mergeAccountsTask,
  SWEEP_OPERATORS_JOB,
  sweepOperatorsTask,
} from '../operations/wing.ts'
import {
  type BounceMailboxSettings,
  READ_BOUNCES_JOB,
  readBounceMailbox,
} from '../outbound/mail/bounce/read-bounce-mailbox.ts'
import type { MailDependencies } from '../outbound/mail/notify-owner.ts'
import { MAIL_JOB } from '../outbound/mail/queue-mail.ts'
import { type SendMailOptions, sendMailTask } from '../outbound/mail/send-mail-job.ts'
import { deliverWebhooks } from '../outbound/webhook/deliver-webhooks.ts'
import type { PostWebhook } from '../outbound/webhook/post-webhook.ts'
import { DELIVER_WEBHOOKS_JOB } from '../outbound/webhook/schedule-delivery.ts'
import type { Database } from '../platform/db/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { removeFilesTask } from '../platform/files/remove-files-job.ts'
import { REMOVE_FILES_JOB } from '../platform/files/remove-files-later.ts'
import { createClockGuard, whenTimeIsTrusted } from '../platform/jobs/clock-guard.ts'
import { DISCARD_FAILED_JOBS_JOB, discardFailedJobsTask } from '../platform/jobs/discard-failed-jobs.ts'
import type { JobLog } from '../platform/jobs/job-log.ts'
import { MONTHS_JOB, type MonthlyTable, monthsTask } from '../platform/jobs/month-partitions-job.ts'
import type { JobGroup, ScheduledJob } from '../platform/jobs/run-jobs.ts'
import { SWEEP_JOB, sweepTask } from '../platform/jobs/sweep.ts'
import { EXPIRING_TABLES } from '../platform/jobs/sweep-store.ts'
import { SIGN_IN_RECORD_DAYS } from '../tables/retention.ts'

export interface ServerJobs {
  readonly db: Database
  readonly mail: Omit<SendMailOptions, 'db' | 'log' | 'isTimeTrusted'>
  /** undefined: no mailbox for undeliverable mails is configured */
  readonly bounceMailbox?: BounceMailboxSettings | undefined
  /** mails to owners about their accounts */
  readonly ownerMail: MailDependencies
  readonly files: FileStore
  readonly erasureRecords: ErasureRecordStore
  /** `keys.webhook` */
  readonly webhookKey: Buffer
  readonly postWebhook: PostWebhook
  readonly logouts: Omit<LogoutJobDependencies, 'db' | 'log'>
  /** days for which behavior events are stored */
  readonly trackingDays: number
  /** days for which audit events are stored */
  readonly auditDays: number
  /** deletes uploaded pictures that no profile uses */
  readonly sweepHeadpics: () => Promise<unknown>
  /** makes scheduled backups; undefined: there are none */
  readonly backUp?: (() => Promise<void>) | undefined
  readonly log: JobLog
}

export const SWEPT_TABLES = [...EXPIRING_TABLES, { table: 'broadcast', deleteBatch: deleteBroadcastBatch }]

/** Tables with a partition a month. */
export const monthlyTables = (auditDays: number): readonly MonthlyTable[] => [
  { table: 'audit_event', retentionDays: auditDays },
  { table: 'sign_in_record', retentionDays: SIGN_IN_RECORD_DAYS },
]

/** Short jobs that follow a change of an account. */
const ACCOUNT_JOB_SLOTS = 2

const SWEEP_HEADPICS_JOB = 'sweep_headpics'
const BACKUP_JOB = 'backup'

/** Work for other machines, which may hang, has slots of its own; so has the deletion of what expired, which may take long. */
export const serverJobGroups = (
  {
    db,
    mail,
    bounceMailbox,
    ownerMail,
    files,
    erasureRecords,
    webhookKey,
    postWebhook,
    logouts,
    trackingDays,
    auditDays,
    sweepHeadpics,
    backUp,
    log,
  }: ServerJobs,
  slots: { readonly mail: number; readonly webhooks: number; readonly sweeps: number },
): readonly JobGroup[] => {
  /** Each task compares with its own last run. */
  const guards = () => createClockGuard(db, log)
  const timed = (task: Task): Task => whenTimeIsTrusted(guards(), task)
  const isTimeTrusted = guards()
  return [
    {
      name: 'mail',
      concurrency: slots.mail,
      tasks: {
        [MAIL_JOB]: sendMailTask({ ...mail, db, isTimeTrusted: guards(), log }),
        ...(bounceMailbox && { [READ_BOUNCES_JOB]: readBounceMailbox(bounceMailbox, { ...mail, db, log }) }),
      },
    },
    {
      name: 'webhooks',
      concurrency: slots.webhooks,
      tasks: {
        [DELIVER_WEBHOOKS_JOB]: () =>
          deliverWebhooks({
            ...{ db, key: webhookKey, post: postWebhook, isTimeTrusted, log },
            feed: createBenefitWebhookFeed(db),
          }),
        [LOGOUT_JOB]: logoutTask({ ...logouts, db, log }),
      },
    },
    {
      name: 'accounts',
      concurrency: ACCOUNT_JOB_SLOTS,
      tasks: {
        [REMOVE_FILES_JOB]: removeFilesTask(files),
        [ERASE_EVENTS_JOB]: eraseEventsTask(db),
        [ERASURE_RECORD_JOB]: writeErasureRecordTask(db, erasureRecords),
        [LOSS_RECORD_JOB]: writeLossRecordTask(db, erasureRecords),
        [MERGE_ACCOUNTS_JOB]: mergeAccountsTask(db, ownerMail, log),
        [MAILBOX_CHANGES_JOB]: timed(carryOutMailboxChangesTask(db, ownerMail, log)),
        [LIFT_BANS_JOB]: timed(liftEndedBansTask(db, log)),
        [FACTOR_REMOVAL_JOB]: timed(remindFactorRemovalTask(db, ownerMail, log)),
        [BENEFIT_REMINDERS_JOB]: timed(remindBenefitsTask(db, ownerMail, log)),
        [MACHINE_REQUESTS_JOB]: timed(remindMachineRequestsTask(db, ownerMail, log)),
        [CERTIFICATE_REMINDERS_JOB]: timed(remindCertificatesTask(db, ownerMail, log)),
        [WORKSHOP_ACTS_JOB]: timed(carryOutWorkshopActsTask(db, ownerMail, log)),
        [DISCARD_FAILED_JOBS_JOB]: timed(
          discardFailedJobsTask([MAIL_JOB, LOGOUT_JOB, SCHEDULED_BACKUP.task]),
        ),
      },
    },
    {
      name: 'sweeps',
      concurrency: slots.sweeps,
      tasks: {
        [MISSING_ERASURE_RECORDS_JOB]: writeMissingErasureRecordsTask(db, erasureRecords),
        [MISSING_LOSS_RECORDS_JOB]: writeMissingLossRecordsTask(db, erasureRecords),
        [TRACKING_DAYS_JOB]: timed(trackingDaysTask(db, trackingDays, log)),
        [MONTHS_JOB]: monthsTask(db, monthlyTables(auditDays), guards(), log),
        [SWEEP_JOB]: timed(sweepTask(db, SWEPT_TABLES, log)),
        [SWEEP_OPERATORS_JOB]: timed(sweepOperatorsTask),
        [SWEEP_SESSIONS_JOB]: timed(sweepSessionsTask(db, log)),
        [SWEEP_HEADPICS_JOB]: timed(async () => {
          await sweepHeadpics()
        }),
      },
    },
    // A backup of a large installation takes minutes.
    ...(backUp ? [{ name: 'backups', concurrency: 1, tasks: { [BACKUP_JOB]: backUp } }] : []),
  ]
}

/** Looks whether a backup is due, so that a failed one is tried again soon. */
export const SCHEDULED_BACKUP: ScheduledJob = { task: BACKUP_JOB, match: '*/10 * * * *', queue: 'backup' }

export const SCHEDULED_JOBS: readonly ScheduledJob[] = [
  { task: DISCARD_FAILED_JOBS_JOB, match: '29 * * * *' },
  { task: DELIVER_WEBHOOKS_JOB, match: '* * * * *' },
  { task: MERGE_ACCOUNTS_JOB, match: '* * * * *' },
  { task: MAILBOX_CHANGES_JOB, match: '* * * * *' },
  { task: LIFT_BANS_JOB, match: '* * * * *' },
  { task: FACTOR_REMOVAL_JOB, match: '53 * * * *' },
  { task: BENEFIT_REMINDERS_JOB, match: '31 * * * *' },
  { task: MACHINE_REQUESTS_JOB, match: '11 * * * *' },
  { task: CERTIFICATE_REMINDERS_JOB, match: '7 * * * *' },
  { task: WORKSHOP_ACTS_JOB, match: '* * * * *' },
  { task: SWEEP_JOB, match: '*/5 * * * *' },
  { task: SWEEP_OPERATORS_JOB, match: '*/5 * * * *' },
  { task: SWEEP_HEADPICS_JOB, match: '23 * * * *' },
  { task: SWEEP_SESSIONS_JOB, match: '17 3 * * *' },
  { task: MISSING_ERASURE_RECORDS_JOB, match: '37 3 * * *' },
  { task: MISSING_LOSS_RECORDS_JOB, match: '43 3 * * *' },
  { task: TRACKING_DAYS_JOB, match: '41 * * * *' },
  { task: MONTHS_JOB, match: '47 * * * *' },
]

export const SCHEDULED_BOUNCES: ScheduledJob = {
  task: READ_BOUNCES_JOB,
  match: '* * * * *',
  queue: 'bounces',
}
