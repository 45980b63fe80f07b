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
  /** address that the mail comes back to; default: that of `from` */
  readonly returnPath?: string | undefined
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
  /** Resolves when the mail server would take a mail from `from` to `to`. Sends none. Rejects with a MailError. */
  tryEnvelope(from: string, to: string): Promise<void>
  close(): Promise<void>
}
