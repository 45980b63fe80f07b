/**
 * Delivers the benefit feed to the webhooks of apps, page by page. A page is sent only after the app has accepted the page before it; a page
 * that was not accepted is sent again after a backoff, without an end.
 */
import type { DeliverEventsDependencies } from './deliver-account-events.ts'
import { sendToWebhook } from './send-to-webhook.ts'
import { webhookBackoff } from './webhook-backoff.ts'
import {
  type ClaimedWebhook,
  claimDueWebhooks,
  completeDelivery,
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

export interface DeliverPagesDependencies extends DeliverEventsDependencies {
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
  of: DeliverPagesDependencies,
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

/** Sends one page to every due webhook. `onClaim`: before it sends, so that another process takes over if this one is lost. Returns whether a page was sent. */
export async function deliverFeedPages(
  of: DeliverPagesDependencies,
  onClaim: () => Promise<void>,
): Promise<boolean> {
  const { db, feed } = of
  const lastPosition = await feed.findLastPosition()
  const webhooks = await claimDueWebhooks(db, { lastPosition, seconds: CLAIM_SECONDS })
  if (webhooks.length > 0) await onClaim()
  await Promise.all(webhooks.map(webhook => deliverPage(of, webhook, lastPosition)))
  return webhooks.length > 0
}
