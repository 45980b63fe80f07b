/**
 * Delivers to the webhooks of apps: at least once and in order. Pages of the benefit feed are below. A page is sent only after the app has accepted the
 * page before it; a page that was not accepted is sent again after a backoff.
 */
import type { Database } from '../../platform/db/database.ts'
import {
  type DeliverEventsDependencies,
  deliverAccountEvents,
  findNextEventTryOfAll,
} from './deliver-account-events.ts'
import { enqueueDelivery } from './schedule-delivery.ts'
import { sendToWebhook } from './send-to-webhook.ts'
import { webhookBackoff } from './webhook-backoff.ts'
import {
  type ClaimedWebhook,
  claimDueWebhooks,
  completeDelivery,
  enqueueDeliveryAt,
  findNextTry,
  hasDueWebhook,
  postponeDelivery,
  skipEvents,
} from './webhook-store.ts'

/** An event as it is sent. `id`: digits, its position in the feed; or the position of its batch, `-` and its place in the batch. */
export interface WebhookEvent {
  readonly id: string
}

/** An ordered feed of events. Positions are decimal numbers. */
export interface WebhookFeed {
  /** Position of the last event or batch; '0' when there is none. */
  findLastPosition(): Promise<string>
  /** Events after a position or an event that concern the app, oldest first. */
  readEvents(clientId: string, after: string, limit: number): Promise<readonly WebhookEvent[]>
}

export interface DeliverWebhooksDependencies extends DeliverEventsDependencies {
  readonly feed: WebhookFeed
}

/** Type of a page in the log of deliveries. */
export const ITEMS_TYPE = 'items'

const PAGE_MAX = 100
/** Longer than one delivery takes. After this time another process takes over from a lost one. */
const CLAIM_SECONDS = 30

/** `isFull`: the batch of the last event may have later ones. */
function progressAfter(id: string, isFull: boolean): { position: string; cursor: string | null } {
  const [position = '', place] = id.split('-', 2)
  return place !== undefined && isFull
    ? { position: String(BigInt(position) - 1n), cursor: id }
    : { position, cursor: null }
}

/** Delivers one page, so that a slow app or a long backlog does not delay the other apps. */
async function deliverPage(
  of: DeliverWebhooksDependencies,
  webhook: ClaimedWebhook,
  lastPosition: string,
): Promise<void> {
  const { db, feed, log } = of
  const { client_id: clientId, url, position: afterPosition, cursor } = webhook
  const items = await feed.readEvents(clientId, cursor ?? afterPosition, PAGE_MAX)
  const last = items.at(-1)
  if (!last) {
    await skipEvents(db, { clientId, url, position: lastPosition })
    return
  }
  const failures = webhook.failures + 1
  const { cause } = await sendToWebhook(of, webhook, {
    body: { items },
    deliveryId: `${clientId}.${last.id}`,
    type: ITEMS_TYPE,
    events: items.length,
    attempt: failures,
    afterPosition,
  })
  if (cause === '') {
    await completeDelivery(db, { clientId, url, ...progressAfter(last.id, items.length === PAGE_MAX) })
    return
  }
  await postponeDelivery(db, { clientId, url, failures, delaySeconds: webhookBackoff(failures) })
  log.warn({ app: clientId, failures, cause }, 'webhook delivery failed')
}

/** Without it, a failed delivery would wait for the job that runs every minute. */
async function scheduleNextTry(db: Database): Promise<void> {
  const [ofWebhook] = await findNextTry(db)
  const times = [ofWebhook?.at, await findNextEventTryOfAll(db)].filter(at => at != null)
  if (times.length > 0)
    await enqueueDeliveryAt(db, { at: new Date(Math.min(...times.map(at => at.getTime()))) })
}

/** Returns whether a page was sent. */
async function deliverItems(of: DeliverWebhooksDependencies): Promise<boolean> {
  const { db, feed } = of
  const lastPosition = await feed.findLastPosition()
  const webhooks = await claimDueWebhooks(db, { lastPosition, seconds: CLAIM_SECONDS })
  // If this process is lost, another one takes over when the claim ends.
  if (webhooks.length > 0) await scheduleNextTry(db)
  await Promise.all(webhooks.map(webhook => deliverPage(of, webhook, lastPosition)))
  return webhooks.length > 0
}

/**
 * Delivers one page to every due webhook. Then enqueues itself again until none is due: events that arrived meanwhile found
 * their webhook claimed. Between two pages other jobs, such as mails, get their turn.
 */
export async function deliverWebhooks(of: DeliverWebhooksDependencies): Promise<void> {
  const { db } = of
  if ((await hasDueWebhook(db)).length > 0) {
    const sent = await Promise.all([deliverItems(of), deliverAccountEvents(of)])
    if (sent.includes(true)) await enqueueDelivery(db)
  }
  await scheduleNextTry(db)
}
