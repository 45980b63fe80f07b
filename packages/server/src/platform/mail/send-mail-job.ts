/** The job that sends a queued mail: opened, rendered, handed over; tried again while that is worth it (P-11). */
import type { Task } from 'graphile-worker'
import type { JobLog } from '../jobs/job-log.ts'
import { decrypt } from '../keys/encryption.ts'
import { deliveryAddress } from './delivery-address.ts'
import { MailError, type MailTransport } from './mail-transport.ts'
import { MAIL_ENCRYPTION_CONTEXT, type Mail, type MailJobPayload } from './queue-mail.ts'
import type { RenderedMail } from './render-mail.ts'

export interface SendMailOptions {
  /** `keys.mail` */
  readonly key: Buffer
  readonly transport: MailTransport
  readonly from: string
  readonly render: (mail: Mail) => RenderedMail
  readonly log: JobLog
}

/** A try is cut off below this (see SmtpOptions.deadline); a mail locked for longer lost its process. */
export const MAIL_ABANDONED_SECONDS = 60

/**
 * A rejected try is repeated by the queue, after 3, 7, 20, 55 … seconds. A crash between the hand-over and its record
 * can repeat a mail: both copies bear one Message-ID, the job's.
 */
export function sendMailTask({ key, transport, from, render, log }: SendMailOptions): Task {
  return async (payload, { job, query }) => {
    const { sealed, notAfter } = payload as MailJobPayload
    if (notAfter !== null) {
      // The database's clock decides, as it did when the code was made (P-17).
      const { rows } = await query<{ late: boolean }>('select now() > to_timestamp($1) as late', [notAfter])
      if (rows[0]?.late) {
        log.info({ job: job.id, tries: job.attempts }, 'mail dropped: it is too late for it')
        return
      }
    }
    const mail = JSON.parse(
      decrypt(key, Buffer.from(sealed, 'base64'), MAIL_ENCRYPTION_CONTEXT).toString(),
    ) as Mail
    const { content } = mail
    try {
      await transport.send({
        id: `mail-${job.id}-${job.created_at.getTime().toString(36)}`,
        from,
        to: deliveryAddress(mail.to),
        ...render(mail),
        ...(content.template === 'code' ? { code: content.code } : {}),
      })
    } catch (error) {
      if (error instanceof MailError && error.permanent) {
        log.warn({ job: job.id, template: content.template, cause: error.message }, 'mail refused for good')
        return
      }
      // Only a MailFault's words are known to name nobody.
      throw error instanceof MailError ? error : new Error('mail could not be handed over')
    }
    log.debug({ job: job.id, template: content.template }, 'mail sent')
  }
}
