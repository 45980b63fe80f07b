/** Deliveries of webhooks: sends a test, lists what was sent, and sends it again. */
import { countEventsAfter, findFeedPlaceSince } from '../../entitlements/index.ts'
import type { WebhookNetworks } from '../../outbound/guarded/address-rule.ts'
import { replayEvents } from '../../outbound/webhook/account-event-store.ts'
import { eventBody } from '../../outbound/webhook/deliver-account-events.ts'
import { ITEMS_TYPE } from '../../outbound/webhook/deliver-feed-pages.ts'
import { createPostWebhook, type WebhookAnswer } from '../../outbound/webhook/post-webhook.ts'
import { enqueueDelivery } from '../../outbound/webhook/schedule-delivery.ts'
import { sendToWebhook } from '../../outbound/webhook/send-to-webhook.ts'
import { listAttempts } from '../../outbound/webhook/webhook-attempt-store.ts'
import { findWebhook, moveBack } from '../../outbound/webhook/webhook-store.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { OperationError } from '../input/operation-error.ts'
import { noWebhook } from './webhooks.ts'

export interface TestedWebhook extends WebhookAnswer {
  readonly clientId: string
  readonly deliveryId: string
}

const TEST_TYPE = 'webhook.test'

/** Sends a signed request without events, and waits for the answer. Throws an OperationError. */
export async function testWebhook(
  db: Database,
  keys: Pick<Keys, 'webhook'>,
  { clientId, networks, operator }: { clientId: string; networks: WebhookNetworks; operator: string },
): Promise<TestedWebhook> {
  const [webhook] = await findWebhook(db, { clientId })
  if (!webhook) throw noWebhook(clientId)
  const deliveryId = `test_${randomHandle()}`
  const answer = await sendToWebhook({ db, key: keys.webhook, post: createPostWebhook(networks) }, webhook, {
    body: webhook.form === 'items' ? { items: [] } : eventBody(TEST_TYPE, new Date(), {}),
    deliveryId,
    type: TEST_TYPE,
    events: 0,
    attempt: 0,
  })
  const detail = { clientId, status: answer.status }
  await writeAudit(db, { event: 'webhook.test', outcome: 'ok', operator, detail })
  return { clientId, deliveryId, ...answer }
}

/** A request that was sent to a webhook. */
export interface ListedDelivery {
  readonly clientId: string
  /** header `webhook-id` */
  readonly deliveryId: string
  /** type of the event; `items`: a page of the benefit feed */
  readonly type: string
  readonly events: number
  /** 1: the first request; 0: a test */
  readonly attempt: number
  /** HTTP status; null: no answer */
  readonly status: number | null
  readonly durationMs: number
  /** '' after a 2xx status */
  readonly cause: string
  /** unix seconds */
  readonly at: number
}

export interface DeliveryFilter {
  readonly clientId?: string | undefined
  readonly deliveryId?: string | undefined
  readonly from?: Date | undefined
  readonly failedOnly: boolean
  readonly limit: number
}

/** Newest first. */
export async function listDeliveries(
  db: Database,
  { clientId = null, deliveryId = null, from = null, failedOnly, limit }: Nullable<DeliveryFilter>,
  operator: string,
): Promise<readonly ListedDelivery[]> {
  const rows = await listAttempts(db, { clientId, deliveryId, from, failedOnly, limit })
  const detail = { ...(clientId !== null && { clientId }), deliveries: rows.length }
  await writeAudit(db, { event: 'webhook.deliveries', outcome: 'ok', operator, detail })
  return rows.map(
    ({ client_id, delivery_id, duration_ms: durationMs, type, events, attempt, status, cause, at }) => ({
      ...{
        clientId: client_id,
        deliveryId: delivery_id,
        type,
        events,
        attempt,
        status,
        durationMs,
        cause,
        at,
      },
    }),
  )
}
type Nullable<T> = { readonly [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] }

/** What is sent again: one delivery, everything of a time, or what failed for good. */
export interface Replay {
  readonly deliveryId?: string | undefined
  readonly from?: Date | undefined
  /** of the form `events` only */
  readonly until?: Date | undefined
  /** of the form `events` only: those that failed for good */
  readonly failedOnly?: boolean
}

/** Place in the feed at which a webhook of the form `items` starts again. */
async function findReplayPlace(
  tx: Queryable,
  clientId: string,
  { deliveryId = null, from, until, failedOnly = false }: Nullable<Replay>,
): ReturnType<typeof findFeedPlaceSince> {
  if (failedOnly || until) throw new OperationError('webhook_feed_replay', { clientId })
  if (from) return findFeedPlaceSince(tx, from)
  const [delivery] = await listAttempts(tx, {
    ...{ clientId, deliveryId, from: null, failedOnly: false, limit: 1 },
  })
  if (delivery?.after_position == null || delivery.type !== ITEMS_TYPE)
    throw new OperationError('webhook_delivery_unknown', { clientId, id: deliveryId ?? '' })
  const position = delivery.after_position
  return { position, cursor: null, events: (await countEventsAfter(tx, { position }))[0]?.events ?? 0 }
}

/** Returns how many events are sent again. */
async function replayAccountEvents(
  tx: Queryable,
  clientId: string,
  { deliveryId: eventId = null, from = null, until = null, failedOnly }: Nullable<Replay>,
): Promise<number> {
  const order = { clientId, eventId, from, until, failedOnly: failedOnly === true }
  const { length: events } = await replayEvents(tx, order)
  if (events === 0 && eventId !== null)
    throw new OperationError('webhook_delivery_unknown', { clientId, id: eventId })
  return events
}

/**
 * Sends events again, in order. Apps recognize them by their ids. With the form `items` the events that followed are sent too.
 * Throws an OperationError.
 */
export async function replayWebhook(
  db: Database,
  { clientId, replay, operator }: { clientId: string; replay: Replay; operator: string },
): Promise<{ clientId: string; events: number }> {
  return db.transaction(async tx => {
    const [webhook] = await findWebhook(tx, { clientId })
    if (!webhook) throw noWebhook(clientId)
    const { position, cursor, events } =
      webhook.form === 'events'
        ? {
            position: webhook.position,
            cursor: null,
            events: await replayAccountEvents(tx, clientId, replay),
          }
        : await findReplayPlace(tx, clientId, replay)
    await moveBack(tx, { clientId, position, cursor })
    const { deliveryId, from, until, failedOnly } = replay
    const detail = {
      ...{ clientId, events },
      ...(deliveryId !== undefined && { delivery: deliveryId }),
      ...(from && { from: from.toISOString() }),
      ...(until && { until: until.toISOString() }),
      ...(failedOnly && { failed: true }),
    }
    await writeAudit(tx, { event: 'webhook.replay', outcome: 'ok', operator, detail })
    await enqueueDelivery(tx)
    return { clientId, events }
  })
}
