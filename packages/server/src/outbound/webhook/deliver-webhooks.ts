/** Delivers to the webhooks of apps, at least once and in order: pages of the benefit feed, and events of accounts. */
import type { Database } from '../../platform/db/database.ts'
import { deliverAccountEvents, findNextEventTryOfAll } from './deliver-account-events.ts'
import { type DeliverPagesDependencies, deliverFeedPages } from './deliver-feed-pages.ts'
import { enqueueDelivery } from './schedule-delivery.ts'
import { enqueueDeliveryAt, findNextTry, hasDueWebhook } from './webhook-store.ts'

/** Without it, a failed delivery would wait for the job that runs every minute. */
async function scheduleNextTry(db: Database): Promise<void> {
  const [ofWebhook] = await findNextTry(db)
  const times = [ofWebhook?.at, await findNextEventTryOfAll(db)].filter(at => at != null)
  if (times.length > 0)
    await enqueueDeliveryAt(db, { at: new Date(Math.min(...times.map(at => at.getTime()))) })
}

/**
 * Delivers one page to every due webhook. Then enqueues itself again until none is due: events that arrived meanwhile found
 * their webhook claimed. Between two pages other jobs, such as mails, get their turn.
 */
export async function deliverWebhooks(of: DeliverPagesDependencies): Promise<void> {
  const { db } = of
  if ((await hasDueWebhook(db)).length > 0) {
    const sent = await Promise.all([
      deliverFeedPages(of, () => scheduleNextTry(db)),
      deliverAccountEvents(of),
    ])
    if (sent.includes(true)) await enqueueDelivery(db)
  }
  await scheduleNextTry(db)
}
