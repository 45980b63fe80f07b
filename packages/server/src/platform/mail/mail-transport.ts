/** What carries a mail out of the house. Real ones: `mail/smtp-transport.ts`, `mail/mailbox-transport.ts` (development). */

export interface MailMessage {
  /** the same at every try of one mail: a receiver that got it twice can tell */
  readonly id: string
  /** `Name <address>` */
  readonly from: string
  /** one plain address */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** the code it carries, for the development mailbox only; never sent beside the text */
  readonly code?: string
}

export interface MailTransport {
  /** Resolves once the next hop has taken the message over. Rejects with a MailFault. */
  send(message: MailMessage): Promise<void>
  /** Resolves when the next hop answers and takes the credentials. Rejects with a MailFault. */
  verify(): Promise<void>
  close(): Promise<void>
}

/** Why a mail did not leave. Its text names neither receiver nor content: it is logged and kept with the job. */
export class MailError extends Error {
  override readonly name = 'MailFault'
  /** true: no later try can succeed (the receiver does not exist, the message is refused) */
  readonly permanent: boolean
  constructor(reason: string, permanent: boolean) {
    super(reason)
    this.permanent = permanent
  }
}
