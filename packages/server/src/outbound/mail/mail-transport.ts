/** A picture of the HTML part, which names it `cid:…` (RFC 2392). */
export interface MailImage {
  readonly cid: string
  readonly png: Buffer
}

export interface MailMessage {
  /** the same for every attempt, so that a receiver can detect duplicates */
  readonly id: string
  /** `Name <address>` */
  readonly from: string
  /** one plain address */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly images?: readonly MailImage[]
  /** the verification code, for the development mailbox only */
  readonly code?: string
}

/** Sends mail: by SMTP, or in development into a mailbox folder. */
export interface MailTransport {
  /** Resolves when the mail server has accepted the message. Rejects with a MailError. */
  send(message: MailMessage): Promise<void>
  /** Resolves when the mail server accepts the credentials. Rejects with a MailError. */
  verify(): Promise<void>
  close(): Promise<void>
}

/** A mail could not be sent. The message contains neither receiver nor content: it is logged and stored with the job. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** true if no retry can succeed: the receiver does not exist or the message is rejected */
  readonly permanent: boolean
  constructor(reason: string, permanent: boolean) {
    super(reason)
    this.permanent = permanent
  }
}
