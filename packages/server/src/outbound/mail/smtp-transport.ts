/** Mail over SMTP, by a small pool of connections. Every wait has a timeout. */
import type { MailTransport } from './mail-transport.ts'
import { toMailError } from './smtp-error.ts'
import { trySmtpEnvelope } from './try-smtp-envelope.ts'

export interface SmtpOptions {
  /** timeout of connecting, of the greeting and of each response */
  readonly timeoutMs?: number
  /** timeout of a whole delivery; shorter than the time after which a job counts as abandoned */
  readonly deadlineMs?: number
  /** connections to the mail server at once */
  readonly connections?: number
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
    async send({ id, from, to, returnPath, subject, text, html, images = [] }) {
      try {
        await (await use()).sendMail({
          from,
          // As an object the address is not parsed: no list, no display name (S-018).
          to: { name: '', address: to },
          ...(returnPath !== undefined && { envelope: { from: returnPath, to: [to] } }),
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
    tryEnvelope: (from, to) => trySmtpEnvelope(url, { from, to }, timeoutMs),
    async close() {
      if (mailer !== undefined) (await mailer).close()
    },
  }
}

const domainOf = (from: string): string => /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost'
