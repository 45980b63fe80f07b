/** Mail is written in the transaction that needs it and sent by a job; its content is sealed while it waits (S-020). */
import type { Language } from '@kerf/contract/language'
import { type Queryable, statement } from '../db/database.ts'
import { encrypt } from '../keys/encryption.ts'

/** What a mail says; one template each in `mail/templates/`. */
export type MailContent =
  | {
      readonly template: 'code'
      readonly code: string
      readonly scene: string
      readonly minutes: number
    }
  | { readonly template: 'already_registered' }
  | { readonly template: 'no_account' }
  | { readonly template: 'account_deleted' }
  | OperatorContent
  | OwnerContent

/** What an operator did with the account; see `operations/tell-account.ts`. */
export type OperatorContent =
  /** `account`: enterprise account ID. The password itself is never mailed */
  | { readonly template: 'operator_default_password'; readonly account: string }
  | { readonly template: 'operator_sessions_ended'; readonly count: number }
  | { readonly template: 'operator_deleted' }

/** What was done with the account, when and where, with the way to say "this was not me". */
export type OwnerContent = (
  | { readonly template: 'password_reset' }
  | { readonly template: 'password_changed' }
  | { readonly template: 'password_set' }
  | { readonly template: 'sessions_cleared'; readonly count: number }
  | { readonly template: 'sessions_dropped'; readonly count: number }
  | { readonly template: 'email_changed'; readonly to: string }
  | { readonly template: 'social_connected'; readonly channel: string }
  | { readonly template: 'social_disconnected'; readonly channel: string }
  | {
      readonly template: 'new_device'
      readonly application: string
      readonly platform: string
      readonly ip: string
    }
) & {
  /** unix seconds */
  readonly at: number
  readonly place: string
  /** see `tell-owner.ts` */
  readonly notMe: string
}

export interface Mail {
  readonly to: string
  readonly lang: Language
  /** code of the brand it speaks for */
  readonly brand: string
  readonly content: MailContent
}

export const MAIL_JOB = 'send_mail'
export const MAIL_ENCRYPTION_CONTEXT = 'mail'

/** What the job finds: the sealed JSON of a Mail, and when it is no longer worth sending (unix seconds). */
export interface MailJobPayload {
  readonly sealed: string
  readonly notAfter: number | null
}

const addJob = statement<never, [task: string, payload: string]>(
  'mail.queue',
  'select enqueue($1, $2::json, 12)',
)

/** Queues a mail with `on`'s transaction. `notAfter`: unix seconds after which it is dropped unsent (P-11). */
export async function queueMail(
  on: Queryable,
  key: Buffer,
  mail: Mail,
  notAfter: number | null = null,
): Promise<void> {
  const sealed = encrypt(key, JSON.stringify(mail), MAIL_ENCRYPTION_CONTEXT).toString('base64')
  const payload: MailJobPayload = { sealed, notAfter }
  await addJob(on, MAIL_JOB, JSON.stringify(payload))
}
