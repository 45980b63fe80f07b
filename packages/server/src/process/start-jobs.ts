/** Starts the jobs of a serving process: mails, webhooks, deletion of what expired, backups. */
import { findBrand } from '@kerf/brands/registry'
import type { FastifyBaseLogger } from 'fastify'
import { createBackupJob } from '../operations/wing.ts'
import { createGuardedPost } from '../outbound/guarded/guarded-post.ts'
import { MAIL_OUTCOMES } from '../outbound/mail/delivery-report.ts'
import { openMailTransport } from '../outbound/mail/open-mail-transport.ts'
import { renderMail } from '../outbound/mail/render-mail.ts'
import { createPostWebhook } from '../outbound/webhook/post-webhook.ts'
import { createClockGuard } from '../platform/jobs/clock-guard.ts'
import type { RunningJobs } from '../platform/jobs/run-jobs.ts'
import type { PlatformServices } from '../platform/services.ts'
import {
  SCHEDULED_BACKUP,
  SCHEDULED_BOUNCES,
  SCHEDULED_JOBS,
  type ServerJobs,
  serverJobGroups,
} from './jobs.ts'

export interface ServerJobOptions
  extends Pick<
      PlatformServices,
      'config' | 'db' | 'clock' | 'keys' | 'brands' | 'placeOf' | 'metrics' | 'publicUrl'
    >,
    Pick<ServerJobs, 'files' | 'sweepHeadpics'> {
  readonly ownerUrl: string
  readonly masterKey: Buffer
  /** of OpenID Connect */
  readonly issuer: () => string
  readonly log: FastifyBaseLogger
}

export interface ServerJobQueue {
  readonly running: RunningJobs
  /** when the newest scheduled backup was made, unix seconds; undefined: not known */
  lastBackup(): number | undefined
  stop(): Promise<void>
}

export async function startServerJobs(options: ServerJobOptions): Promise<ServerJobQueue> {
  const { config, db, clock, keys, brands, placeOf, metrics, publicUrl, issuer, ownerUrl, log } = options
  const { files, sweepHeadpics, masterKey } = options
  const { startJobs } = await import('../platform/jobs/run-jobs.ts')
  const transport = openMailTransport(config)
  // Prometheus sees no increase in a series that begins with its first event.
  for (const outcome of MAIL_OUTCOMES) metrics.countEvent('mail', outcome, 0)
  const { bounceAddress, bounceMailboxUrl } = config
  const bounceMailbox = bounceAddress && bounceMailboxUrl ? { bounceAddress, bounceMailboxUrl } : undefined
  let lastBackup: number | undefined
  const backUp = createBackupJob(
    { config, ownerUrl, files, masterKey, isTimeTrusted: createClockGuard(db, log), log },
    at => {
      lastBackup = at
    },
  )
  const groups = serverJobGroups(
    {
      db,
      mail: {
        key: keys.mail,
        transport,
        from: config.mailFrom,
        bounceAddress: config.bounceAddress,
        count: outcome => metrics.countEvent('mail', outcome),
        render: mail => renderMail(mail, code => findBrand(brands, code), publicUrl()),
      },
      bounceMailbox,
      ownerMail: { keys, clock, placeOf },
      files,
      erasureRecords: { files, key: keys.erasure, deployment: config.deployment },
      webhookKey: keys.webhook,
      postWebhook: createPostWebhook(config, clock.now),
      logouts: { keys, issuer, post: createGuardedPost(config) },
      trackingDays: config.trackingDays,
      auditDays: config.auditDays,
      sweepHeadpics,
      backUp,
      log,
    },
    config.jobSlots,
  )
  const running = await startJobs({
    observe: metrics.observeJob,
    databaseUrl: ownerUrl,
    groups,
    scheduled: [
      ...SCHEDULED_JOBS,
      ...(backUp ? [SCHEDULED_BACKUP] : []),
      ...(bounceMailbox ? [SCHEDULED_BOUNCES] : []),
    ],
    log,
  })
  return {
    running,
    lastBackup: () => lastBackup,
    async stop() {
      await running.stop()
      await transport.close()
    },
  }
}
