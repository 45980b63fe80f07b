/** The job that reads the mailbox of BOUNCE_MAILBOX_URL by IMAP: records notifications and removes them. */
import type { ImapFlow } from 'imapflow'
import { readBounceAddress } from '../bounce-address.ts'
import type { DeliveryReportDependencies } from '../delivery-report.ts'
import { parseBounce } from './parse-bounce.ts'
import { recordBounce } from './record-bounce.ts'

/** Stored with every queued job. */
export const READ_BOUNCES_JOB = 'read_bounces'

/** The others wait for the next run, a minute later. */
const MESSAGES_MAX = 200
/** A notification may contain the whole mail; the status stands before it. */
const MESSAGE_MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 30_000

export interface BounceMailboxSettings {
  /** `imap(s)://user:password@host:port/folder`; the folder is INBOX by default */
  readonly bounceMailboxUrl: string
  readonly bounceAddress: string
}

/** Opens the folder, for `work`. Rejects with an error whose message names no secret. */
export async function withBounceMailbox<T>(url: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  // Imported with the first use, because few installations need it.
  const { ImapFlow } = await import('imapflow')
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const secure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableAutoIdle: true,
  })
  // The command that runs fails, too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX')
    return await work(client)
  } catch (error) {
    const { code, responseStatus, authenticationFailed } = error as Record<string, unknown>
    throw new Error(`IMAP ${authenticationFailed ? 'login refused' : (code ?? responseStatus ?? 'failed')}`)
  } finally {
    client.close()
  }
}

/** `key`: `keys.mail` */
export function readBounceMailbox(
  { bounceMailboxUrl, bounceAddress }: BounceMailboxSettings,
  { key, ...report }: DeliveryReportDependencies & { readonly key: Buffer },
): () => Promise<void> {
  return () =>
    withBounceMailbox(bounceMailboxUrl, async client => {
      const unseen = (await client.search({ seen: false }, { uid: true })) || []
      for (const uid of unseen.slice(0, MESSAGES_MAX)) {
        const message = await client.fetchOne(
          String(uid),
          { source: { start: 0, maxLength: MESSAGE_MAX_BYTES } },
          { uid: true },
        )
        if (!message || message.source === undefined) continue
        const bounce = await parseBounce(message.source)
        const id = bounce && readBounceAddress(key, bounceAddress, bounce.receivers)
        if (bounce && id !== undefined) {
          await recordBounce(report, { id, code: bounce.code, source: 'mailbox' })
          await client.messageDelete(String(uid), { uid: true })
        } else {
          // An operator may look at what is no notification of a mail of ours.
          await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
        }
      }
    })
}
