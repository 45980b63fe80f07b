/** The job that sends a queued mail, with retries until it expires (P-11). */
import type { Task } from 'graphile-worker'
import { parseMailbox } from '../../platform/config/parse-mailbox.ts'
import type { IsTimeTrusted } from '../../platform/jobs/clock-guard.ts'
import { decryptJson } from '../../platform/keys/encryption.ts'
import { inSpan, SPAN_KIND } from '../../platform/tracing/tracing.ts'
import { createBounceAddress } from './bounce-address.ts'
import { type DeliveryReportDependencies, reportDelivery } from './delivery-report.ts'
import { mailAddressHash } from './mail-address.ts'
import { type DeliveryStatus, findSendObstacle } from './mail-delivery-store.ts'
import type { MailTransport } from './mail-transport.ts'
import { MAIL_ENCRYPTION_CONTEXT, Mail, type MailJobPayload } from './queue-mail.ts'
import type { RenderedMail } from './render-mail.ts'
import { MailError } from './smtp-error.ts'

export interface SendMailOptions extends DeliveryReportDependencies {
  /** `keys.mail` */
  readonly key: Buffer
  readonly transport: MailTransport
  readonly from: string
  /** BOUNCE_ADDRESS; undefined: undeliverable mails come back to `from` */
  readonly bounceAddress?: string | undefined
  readonly render: (mail: Mail) => RenderedMail
  /** a mail that a doubtful time has expired is sent: it may still be waited for (S-179) */
  readonly isTimeTrusted: IsTimeTrusted
}

/**
 * The queue retries a failed attempt after 3, 7, 20, 55 … seconds. A crash between delivery and its record can repeat a mail:
 * both copies have the same Message-ID.
 */
export function sendMailTask({
  key,
  transport,
  from,
  bounceAddress,
  render,
  isTimeTrusted,
  ...report
}: SendMailOptions): Task {
  const { db, log } = report
  return async (payload, { job }) => {
    const { sealed: encryptedMail, notAfter, delivery } = payload as MailJobPayload
    const mail = decryptJson(key, Buffer.from(encryptedMail, 'base64'), MAIL_ENCRYPTION_CONTEXT, Mail)
    const end = (status: DeliveryStatus, error?: MailError): Promise<void> =>
      reportDelivery(report, { job: job.id, delivery, attempts: job.attempts, mail }, status, error)
    const addressHash = mailAddressHash(key, mail.to)
    const [obstacle] = await findSendObstacle(db, { addressHash, notAfter })
    if (obstacle?.expired && (await isTimeTrusted())) return end('expired')
    if (obstacle?.suppressed) return end('suppressed')
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
            id: delivery ?? `mail-${job.id}-${job.created_at.getTime().toString(36)}`,
            from,
            ...(bounceAddress !== undefined &&
              delivery !== undefined && { returnPath: createBounceAddress(key, bounceAddress, delivery) }),
            // An address that an operator stored before may be none that is accepted today.
            to: parseMailbox(mail.to)?.address ?? mail.to,
            ...render(mail),
            ...('code' in content && { code: content.code }),
          }),
      )
    } catch (error) {
      // Only the message of a MailError is known to contain no personal data.
      if (!(error instanceof MailError)) throw new Error('mail could not be sent')
      await end(error.isRefused ? 'refused' : 'deferred', error)
      if (error.isRefused) return
      throw error
    }
    // The mail is sent: an error here must not send it again.
    await end('sent').catch(() => log.warn({ job: job.id }, 'mail sent, but not recorded'))
  }
}
