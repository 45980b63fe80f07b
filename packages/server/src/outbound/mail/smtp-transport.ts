/** Mail over SMTP, by a small pool of connections. Every wait has a timeout. */
import { MailError, type MailTransport } from './mail-transport.ts'

export interface SmtpOptions {
  /** timeout of connecting, of the greeting and of each response */
  readonly timeoutMs?: number
  /** timeout of a whole delivery; shorter than the time after which a job counts as abandoned */
  readonly deadlineMs?: number
  /** connections to the mail server at once */
  readonly connections?: number
}

/** Leaves out the reply text: `550 <someone@example.com> unknown` contains the receiver. */
function toMailError(error: unknown): MailError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const name = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'failed'
  const reply = typeof responseCode === 'number' ? ` ${responseCode}` : ''
  // A 5xx reply to the envelope or the message is final (RFC 5321 section 4.2.1). Authentication and connection errors are temporary.
  const rejected = name === 'EENVELOPE' || name === 'EMESSAGE'
  return new MailError(
    `SMTP ${name}${reply}`,
    rejected && typeof responseCode === 'number' && responseCode >= 500,
  )
}

/** `url`: `smtp(s)://user:password@host:port`, with nodemailer's options as query parameters. */
export function smtpTransport(url: string, options: SmtpOptions = {}): MailTransport {
  const { timeoutMs = 10_000, deadlineMs = 30_000, connections = 4 } = options
  const open = async () => {
    // Imported with the first mail, because it takes 15 MB of memory.
    const { createTransport } = await import('nodemailer')
    const mailer = createTransport({
      url,
      pool: true,
      maxConnections: connections,
      // The job retries, because it knows whether the mail is still valid.
      maxRequeues: 0,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    // The next mail replaces a pooled connection that broke while idle.
    mailer.on('error', () => {})
    return mailer
  }
  let mailer: ReturnType<typeof open> | undefined
  const use = () => {
    mailer ??= open()
    return mailer
  }
  return {
    async send({ id, from, to, subject, text, html, images = [] }) {
      try {
        await (await use()).sendMail({
          from,
          // As an object the address is not parsed: no list, no display name (S-018).
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: images.map(({ cid, png }) => ({
            cid,
            content: png,
            contentType: 'image/png',
            contentDisposition: 'inline',
            filename: `${cid}.png`,
          })),
          messageId: `<${id}@${domainOf(from)}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(deadlineMs),
        })
      } catch (error) {
        throw toMailError(error)
      }
    },
    async verify() {
      try {
        await (await use()).verify()
      } catch (error) {
        throw toMailError(error)
      }
    },
    async close() {
      if (mailer !== undefined) (await mailer).close()
    },
  }
}

const domainOf = (from: string): string => /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost'
