/** The job that sends a queued mail, with retries until it expires (P-11). */
import type { Task } from 'graphile-worker'
import { parseMailbox } from '../../platform/config/parse-mailbox.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { decrypt } from '../../platform/keys/encryption.ts'
import { inSpan, SPAN_KIND } from '../../platform/tracing/tracing.ts'
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

/**
 * The queue retries a failed attempt after 3, 7, 20, 55 … seconds. A crash between delivery and its record can repeat a mail:
 * both copies have the same Message-ID.
 */
export function sendMailTask({ key, transport, from, render, log }: SendMailOptions): Task {
  return async (payload, { job, query }) => {
    const { sealed: encryptedMail, notAfter } = payload as MailJobPayload
    if (notAfter !== null) {
      // The expiry was computed with the database's clock, so the same clock decides (P-17).
      const { rows } = await query<{ expired: boolean }>('select now() > to_timestamp($1) as expired', [
        notAfter,
      ])
      if (rows[0]?.expired) {
        log.info({ job: job.id, attempts: job.attempts }, 'mail dropped: expired')
        return
      }
    }
    const mail = JSON.parse(
      decrypt(key, Buffer.from(encryptedMail, 'base64'), MAIL_ENCRYPTION_CONTEXT).toString(),
    ) as Mail
    const { content } = mail
    try {
      await inSpan(
        () => ({
          name: 'send mail',
          kind: SPAN_KIND.client,
          attributes: { 'network.protocol.name': 'smtp', 'kerf.mail.template': content.template },
        }),
        () =>
          transport.send({
            id: `mail-${job.id}-${job.created_at.getTime().toString(36)}`,
            from,
            // An address that an operator stored before may be none that is accepted today.
            to: parseMailbox(mail.to)?.address ?? mail.to,
            ...render(mail),
            ...('code' in content && { code: content.code }),
          }),
      )
    } catch (error) {
      if (error instanceof MailError && error.permanent) {
        log.warn(
          { job: job.id, template: content.template, cause: error.message },
          'mail rejected permanently',
        )
        return
      }
      // Only the message of a MailError is known to contain no personal data.
      throw error instanceof MailError ? error : new Error('mail could not be sent')
    }
    log.debug({ job: job.id, template: content.template }, 'mail sent')
  }
}
