/** Mail over SMTP: a small pool of connections, every wait bounded. */
import { MailError, type MailTransport } from './mail-transport.ts'

export interface SmtpOptions {
  /** milliseconds that connecting, the greeting and each silence may last */
  readonly timeout?: number
  /** milliseconds a whole delivery may last; below the time after which a job counts as abandoned */
  readonly deadline?: number
}

/** Reads no reply text: an answer such as `550 <someone@example.com> unknown` names its receiver. */
function asFault(error: unknown): MailError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const name = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'failed'
  const reply = typeof responseCode === 'number' ? ` ${responseCode}` : ''
  // 5xx is final (RFC 5321 4.2.1), except before the message itself was judged: log-in and connection may be mended.
  const judged = name === 'EENVELOPE' || name === 'EMESSAGE'
  return new MailError(
    `SMTP ${name}${reply}`,
    judged && typeof responseCode === 'number' && responseCode >= 500,
  )
}

/** `url`: `smtp(s)://user:password@host:port`, with nodemailer's options as query parameters. */
export function smtpTransport(url: string, options: SmtpOptions = {}): MailTransport {
  const { timeout = 10_000, deadline = 30_000 } = options
  const open = async () => {
    // Loaded with the first mail: it costs 15 MB that an idle server need not spend.
    const { createTransport } = await import('nodemailer')
    const mailer = createTransport({
      url,
      pool: true,
      maxConnections: 4,
      // Never by itself: what broke off half-way is tried again by its job, which knows whether it still should.
      maxRequeues: 0,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    // A pooled connection that breaks while idle is replaced at the next mail.
    mailer.on('error', () => {})
    return mailer
  }
  let mailer: ReturnType<typeof open> | undefined
  const use = () => {
    mailer ??= open()
    return mailer
  }
  return {
    async send({ id, from, to, subject, text, html }) {
      try {
        await (await use()).sendMail({
          from,
          // As an object the address is taken as it is: no list, no display name (S-018).
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domainOf(from)}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(deadline),
        })
      } catch (error) {
        throw asFault(error)
      }
    },
    async verify() {
      try {
        await (await use()).verify()
      } catch (error) {
        throw asFault(error)
      }
    },
    async close() {
      if (mailer !== undefined) (await mailer).close()
    },
  }
}

const domainOf = (from: string): string => /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost'
