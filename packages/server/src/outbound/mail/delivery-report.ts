/** Records what became of a mail: its row, the audit record, the metric `kerf_events_total{event="mail"}` and the log. */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { mailDomain } from './mail-address.ts'
import { type DeliveryStatus, recordAttempt } from './mail-delivery-store.ts'
import type { Mail } from './queue-mail.ts'
import type { MailError } from './smtp-error.ts'

/**
 * `blocked`: the mail server refuses the sender or its password; the mail waits. `policy`: a receiver's server refuses this sender for
 * good, which is tried no more.
 */
export type MailOutcome = Exclude<DeliveryStatus, 'queued'> | 'blocked' | 'policy'

export const MAIL_OUTCOMES: readonly MailOutcome[] = [
  'sent',
  'deferred',
  'blocked',
  'policy',
  'refused',
  'bounced',
  'suppressed',
  'expired',
]

export interface DeliveryReportDependencies {
  readonly db: Database
  readonly log: JobLog
  readonly count: (outcome: MailOutcome) => void
}

export interface ReportedMail {
  readonly job: string
  /** undefined: queued by an earlier version */
  readonly delivery: string | undefined
  readonly attempts: number
  readonly mail: Mail
}

export async function reportDelivery(
  { db, log, count }: DeliveryReportDependencies,
  { job, delivery, attempts, mail }: ReportedMail,
  status: DeliveryStatus,
  error?: MailError,
): Promise<void> {
  const { command = null, reply = null, enhancedCode: code = null } = error?.failure ?? {}
  const { template } = mail.content
  const isBlocked = error?.isSenderRefused === true
  const isPolicy = error?.isRefusedByPolicy === true
  count(isBlocked ? 'blocked' : isPolicy ? 'policy' : (status as MailOutcome))
  const { requestId, uid = null } = mail
  const details = { job, requestId, template, domain: mailDomain(mail.to), attempts }
  const failure = { command, reply, code, cause: error?.message }
  if (isBlocked) log.error({ ...details, ...failure }, 'mail server refuses the sender')
  else if (isPolicy) log.error({ ...details, ...failure }, 'mail refused by policy')
  else if (status === 'refused') log.warn({ ...details, ...failure }, 'mail refused for good')
  else if (status === 'deferred') log.warn({ ...details, ...failure }, 'mail deferred')
  else if (status === 'sent') log.debug(details, 'mail sent')
  else log.info(details, `mail not sent: ${status}`)
  if (delivery === undefined) return
  await db.transaction(async tx => {
    await recordAttempt(tx, { id: delivery, status, attempts, command, reply, code })
    // Only the first: a mail is tried twelve times.
    if (status === 'deferred' && attempts > 1) return
    await writeAudit(tx, {
      event: `mail.${status}`,
      outcome: status === 'sent' ? 'ok' : 'refused',
      uid,
      requestId: requestId ?? null,
      detail: { delivery, template, command, reply, code },
    })
  })
}
