/** Queues mail in the transaction that needs it. A job sends it; its content is encrypted while it waits (S-020). */
import type { Language } from '@kerf/contract/language'
import type { Queryable } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/job-store.ts'
import { encrypt } from '../../platform/keys/encryption.ts'
import type { MailContent } from './templates/mail-content.ts'

export interface Mail {
  readonly to: string
  readonly lang: Language
  /** code of the sending brand */
  readonly brand: string
  readonly content: MailContent
}

export const MAIL_JOB = 'send_mail'
export const MAIL_ENCRYPTION_CONTEXT = 'mail'

/** `sealed`: the encrypted JSON of a Mail, base64. `notAfter`: unix seconds after which it is not sent. */
export interface MailJobPayload {
  readonly sealed: string
  readonly notAfter: number | null
}

const ATTEMPTS_MAX = 12

/** Queues a mail in the transaction `on`. `notAfter`: unix seconds after which it is dropped unsent (P-11). */
export async function queueMail(
  on: Queryable,
  key: Buffer,
  mail: Mail,
  notAfter: number | null = null,
): Promise<void> {
  const sealed = encrypt(key, JSON.stringify(mail), MAIL_ENCRYPTION_CONTEXT).toString('base64')
  const payload: MailJobPayload = { sealed, notAfter }
  await enqueueJob(on, { task: MAIL_JOB, payload, attemptsMax: ATTEMPTS_MAX })
}
