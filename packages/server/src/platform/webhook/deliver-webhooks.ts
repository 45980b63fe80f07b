/**
 * Delivers events to the webhooks of apps: at least once and in order. A page is sent only after the app has accepted the
 * page before it; a page that was not accepted is sent again after a backoff.
 */
import type { Database } from '../db/database.ts'
import type { JobLog } from '../jobs/job-log.ts'
import { decrypt } from '../keys/encryption.ts'
import { enqueueDelivery } from './schedule-delivery.ts'
import { signWebhook, WEBHOOK_SECRET_ENCRYPTION_CONTEXT } from './sign-webhook.ts'
import { webhookBackoff } from './webhook-backoff.ts'
import {
  type ClaimedWebhook,
  claimDueWebhooks,
  completeDelivery,
  hasDueWebhook,
  postponeDelivery,
  skipEvents,
} from './webhook-store.ts'

/** An event as it is sent. `id` is its position in the feed. */
export interface WebhookEvent {
  readonly id: string
}

/** An ordered feed of events. Positions are decimal numbers. */
export interface WebhookFeed {
  /** Position of the last event; '0' when there is none. */
  findLastPosition(): Promise<string>
  /** Events after a position that concern the app, oldest first. */
  readEvents(clientId: string, after: string, limit: number): Promise<readonly WebhookEvent[]>
}

export interface DeliverWebhooksDependencies {
  readonly db: Database
  /** `keys.webhook` */
  readonly key: Buffer
  readonly feed: WebhookFeed
  readonly log: JobLog
  readonly fetch?: typeof fetch
}

const PAGE_MAX = 100
const REQUEST_TIMEOUT_MS = 10_000
/** Longer than one delivery takes. After this time another process takes over from a lost one. */
const CLAIM_SECONDS = 30

class UnexpectedStatusError extends Error {
  constructor(status: number) {
    super(`answered ${status}`)
  }
}

/** Throws unless the app answers with a 2xx status in time. Redirects are not followed. */
async function postEvents(
  { key, fetch: request = fetch }: DeliverWebhooksDependencies,
  { url, secret, client_id }: ClaimedWebhook,
  items: readonly WebhookEvent[],
): Promise<void> {
  const body = JSON.stringify({ items })
  const at = Math.floor(Date.now() / 1000)
  const id = `${client_id}.${items.at(-1)?.id}`
  const plainSecret = decrypt(key, secret, WEBHOOK_SECRET_ENCRYPTION_CONTEXT).toString()
  const response = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'kerf-passport',
      ...signWebhook(plainSecret, id, at, body),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new UnexpectedStatusError(response.status)
}

/** Delivers one page, so that a slow app or a long backlog does not delay the other apps. */
async function deliverPage(
  of: DeliverWebhooksDependencies,
  webhook: ClaimedWebhook,
  lastPosition: string,
): Promise<void> {
  const { db, feed, log } = of
  const { client_id: clientId, url } = webhook
  try {
    const items = await feed.readEvents(clientId, webhook.position, PAGE_MAX)
    const delivered = items.at(-1)
    if (delivered) {
      await postEvents(of, webhook, items)
      await completeDelivery(db, { clientId, url, position: delivered.id })
    } else {
      await skipEvents(db, { clientId, url, position: lastPosition })
    }
  } catch (error) {
    const failures = webhook.failures + 1
    await postponeDelivery(db, { clientId, url, failures, delaySeconds: webhookBackoff(failures) })
    // The message of a network error contains the URL, which may contain a secret.
    const cause = error instanceof UnexpectedStatusError ? error.message : 'no answer'
    log.warn({ app: clientId, failures, cause }, 'webhook delivery failed')
  }
}

/**
 * Delivers one page to every due webhook. Then enqueues itself again until none is due: events that arrived meanwhile found
 * their webhook claimed. Between two pages other jobs, such as mails, get their turn.
 */
export async function deliverWebhooks(of: DeliverWebhooksDependencies): Promise<void> {
  const { db, feed } = of
  if ((await hasDueWebhook(db)).length === 0) return
  const lastPosition = await feed.findLastPosition()
  const webhooks = await claimDueWebhooks(db, { lastPosition, seconds: CLAIM_SECONDS })
  await Promise.all(webhooks.map(webhook => deliverPage(of, webhook, lastPosition)))
  if (webhooks.length > 0) await enqueueDelivery(db)
}
