/** What `kerf doctor` says about mail: whether the mail server takes one, and what became of those of the last hour. */
import { withBounceMailbox } from '../../outbound/mail/bounce/read-bounce-mailbox.ts'
import { readMailHealth } from '../../outbound/mail/mail-delivery-store.ts'
import { openMailTransport } from '../../outbound/mail/open-mail-transport.ts'
import { MailError } from '../../outbound/mail/smtp-error.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Check } from './check.ts'

const addressOf = (mailbox: string): string => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim()

/** Asks with an envelope from MAIL_FROM to the postmaster of its domain, whom every domain has (RFC 5321 section 4.5.1). */
export async function checkMail(config: Config): Promise<Check> {
  const name = 'mail'
  if (config.mailUrl === undefined)
    return { name, status: 'ok', message: 'stored in DATA_DIR/mailbox; nothing is sent' }
  const transport = openMailTransport(config)
  const from = addressOf(config.mailFrom)
  const to = `postmaster@${from.split('@').at(-1)}`
  try {
    await transport.tryEnvelope(from, to)
    return { name, status: 'ok', message: `the mail server accepts the sender ${from} and a receiver` }
  } catch (error) {
    const { message } = error as Error
    if (error instanceof MailError && error.failure.command === 'RCPT TO')
      return { name, status: 'warning', message: `${message}: it accepts the sender, but not mail to ${to}` }
    if (error instanceof MailError && error.isSenderRefused)
      return { name, status: 'failed', message: `${message}: it refuses the sender or the password` }
    const advice = /(?:first|self-signed|issuer) certificate/.test(message)
      ? ': add your own certificate authority to the file of NODE_EXTRA_CA_CERTS'
      : ''
    return { name, status: 'failed', message: message + advice }
  } finally {
    await transport.close()
  }
}

/** Fewer refusals can come from one strict receiver. */
const POLICY_MIN = 3
/** Fewer failures say nothing: people mistype their address. */
const FAILED_MIN = 5
const FAILED_SHARE_MAX = 0.3

export async function checkDeliveries(db: Database): Promise<Check> {
  const name = 'deliveries'
  const [health] = await readMailHealth(db)
  const { sent = 0, failed = 0, blocked = 0, byPolicy = 0 } = health ?? {}
  if (blocked > 0) {
    const reply = [health?.blockedReply, health?.blockedCode].filter(Boolean).join(' ')
    const message = `${blocked} mail${blocked === 1 ? ' waits' : 's wait'}: the mail server refuses the sender or the password (${reply})`
    return { name, status: 'failed', message }
  }
  if (byPolicy >= POLICY_MIN) {
    const message = `receivers refused ${byPolicy} mails of the last hour by policy (${health?.policyCode}): check SPF, DKIM and DMARC of the domain of MAIL_FROM`
    return { name, status: 'failed', message }
  }
  const message = `${failed} of ${sent + failed} mails of the last hour were refused or came back`
  const isBad = failed >= FAILED_MIN && failed > FAILED_SHARE_MAX * (sent + failed)
  return isBad
    ? { name, status: 'warning', message: `${message} (kerf mail list --status refused)` }
    : { name, status: 'ok', message }
}

/** Whether mails that come back after they were accepted are noticed. */
export async function checkBounces({
  bounceAddress,
  bounceMailboxUrl,
  bounceWebhookSecret,
  production,
}: Config): Promise<Check> {
  const name = 'bounces'
  if (bounceMailboxUrl === undefined) {
    const isTold = bounceWebhookSecret !== undefined
    const message = isTold ? 'reported by the webhook of the mail provider' : 'not read: see BOUNCE_ADDRESS'
    return { name, status: isTold || !production ? 'ok' : 'warning', message }
  }
  try {
    await withBounceMailbox(bounceMailboxUrl, async () => undefined)
    return { name, status: 'ok', message: `the mailbox of ${bounceAddress} can be read` }
  } catch (error) {
    return { name, status: 'failed', message: (error as Error).message }
  }
}
