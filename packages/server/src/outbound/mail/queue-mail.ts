/** Queues mail in the transaction that needs it. A job sends it; its content is encrypted while it waits (S-020). */
import { randomUUID } from 'node:crypto'
import { LANGUAGES } from '@kerf/contract/language'
import * as v from 'valibot'
import type { Queryable } from '../../platform/db/database.ts'
import { encryptJson } from '../../platform/keys/encryption.ts'
import { traceContext } from '../../platform/tracing/trace-parent.ts'
import { mailAddressHash, mailDomain } from './mail-address.ts'
import { insertQueuedMail } from './mail-delivery-store.ts'
import type { MailContent } from './templates/mail-content.ts'

export const Mail = v.object({
  to: v.string(),
  lang: v.picklist(LANGUAGES),
  /** code of the sending brand */
  brand: v.string(),
  content: v.custom<MailContent>(content => v.is(v.looseObject({ template: v.string() }), content)),
  /** for the audit record: the account that the mail is for, and the call that caused it */
  uid: v.optional(v.nullable(v.string())),
  requestId: v.optional(v.string()),
})
export type Mail = v.InferOutput<typeof Mail>

export const MAIL_JOB = 'send_mail'
export const MAIL_ENCRYPTION_CONTEXT = 'mail'

/** `sealed`: the encrypted JSON of a Mail, base64. `notAfter`: unix seconds after which it is not sent. */
export interface MailJobPayload {
  readonly sealed: string
  readonly notAfter: number | null
  /** row of `mail_delivery`; missing in jobs of an earlier version */
  readonly delivery?: string
}

/** Who waits for a mail on a page and may learn that it cannot be delivered. */
export interface AwaitedBy {
  readonly nonceHash: Buffer
  /** keyed hash of the browser */
  readonly requester: Buffer
}

export interface QueueOptions {
  /** unix seconds after which it is dropped unsent (P-11) */
  readonly notAfter?: number | undefined
  readonly awaitedBy?: AwaitedBy | undefined
}

const ATTEMPTS_MAX = 12

/** Queues a mail in the transaction `on`. `key`: `keys.mail` */
export async function queueMail(
  on: Queryable,
  key: Buffer,
  mail: Mail,
  { notAfter, awaitedBy }: QueueOptions = {},
): Promise<void> {
  const id = randomUUID()
  const sealed = encryptJson(key, mail, MAIL_ENCRYPTION_CONTEXT).toString('base64')
  const payload: MailJobPayload = { sealed, notAfter: notAfter ?? null, delivery: id }
  await insertQueuedMail(on, {
    id,
    template: mail.content.template,
    domain: mailDomain(mail.to),
    addressHash: mailAddressHash(key, mail.to),
    requestId: mail.requestId ?? null,
    nonceHash: awaitedBy?.nonceHash ?? null,
    requester: awaitedBy?.requester ?? null,
    task: MAIL_JOB,
    payload: JSON.stringify({ ...payload, ...traceContext() }),
    attemptsMax: ATTEMPTS_MAX,
  })
}
