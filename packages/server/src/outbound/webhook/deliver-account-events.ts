/**
 * Delivers events of accounts, one a request. The events of one account keep their order: each waits until the app has accepted
 * the one before it, or that one has failed for good. Events of different accounts do not wait for each other.
 */
import type { Database } from '../../platform/db/database.ts'
import type { IsTimeTrusted } from '../../platform/jobs/clock-guard.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import type { PlatformServices } from '../../platform/services.ts'
import {
  type DueEvent,
  failExpiredEvents,
  findNextEventTry,
  listDueEvents,
  markEventDelivered,
  postponeEvent,
} from './account-event-store.ts'
import type { WebhookAnswer } from './post-webhook.ts'
import { type SendDependencies, sendToWebhook } from './send-to-webhook.ts'
import { webhookBackoff } from './webhook-backoff.ts'
import {
  type ClaimedEventWebhook,
  claimEventWebhook,
  completeEventPage,
  listDueEventWebhooks,
  postponeDelivery,
} from './webhook-store.ts'

export interface DeliverEventsDependencies extends SendDependencies, Pick<PlatformServices, 'db'> {
  /** while it is doubtful, no event fails for good because of its age (S-179) */
  readonly isTimeTrusted: IsTimeTrusted
  readonly log: JobLog
}

/** Requests to one app at once. */
const CONCURRENT_REQUESTS_MAX = 12
/** Two rounds of requests that all time out end before the claim does. */
const PAGE_MAX = 2 * CONCURRENT_REQUESTS_MAX
const CLAIM_SECONDS = 30
/** So many refusals without a success mean that the app is unavailable, not that it refuses one event. */
const REFUSALS_OF_OUTAGE = 8

/** The app answers, and will not accept this event. Any other failure concerns the app. */
const isRefusal = ({ status }: WebhookAnswer): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429

export const eventBody = (type: string, at: Date, data: object) => ({
  type,
  timestamp: at.toISOString(),
  data,
})

async function deliverEvent(
  of: DeliverEventsDependencies,
  webhook: ClaimedEventWebhook,
  { uid, id, event_id: deliveryId, type, at, data, attempts, is_last: isPastRetries }: DueEvent,
): Promise<WebhookAnswer> {
  const attempt = attempts + 1
  const body = eventBody(type, at, data)
  const answer = await sendToWebhook(of, webhook, { body, deliveryId, type, events: 1, attempt })
  if (answer.cause === '') await markEventDelivered(of.db, { uid, id })
  else {
    const isLast = isPastRetries && (await of.isTimeTrusted())
    const state = isLast ? 'failed' : 'pending'
    await postponeEvent(of.db, { uid, id, state, delaySeconds: webhookBackoff(attempt) })
    if (isLast)
      of.log.error({ app: webhook.client_id, delivery: deliveryId }, 'webhook event failed for good')
  }
  return answer
}

/** Sends the events, several at once, until one shows that the app is unavailable. */
async function deliverPage(
  of: DeliverEventsDependencies,
  webhook: ClaimedEventWebhook,
  events: readonly DueEvent[],
): Promise<WebhookAnswer[]> {
  const answers: WebhookAnswer[] = []
  const waiting = [...events]
  const isUnavailable = () => answers.some(answer => answer.cause !== '' && !isRefusal(answer))
  const deliverNext = async (): Promise<void> => {
    for (;;) {
      const event = isUnavailable() ? undefined : waiting.shift()
      if (!event) return
      answers.push(await deliverEvent(of, webhook, event))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS_MAX }, deliverNext))
  return answers
}

async function deliverToApp(of: DeliverEventsDependencies, clientId: string): Promise<boolean> {
  const { db, log } = of
  const [webhook] = await claimEventWebhook(db, { clientId, seconds: CLAIM_SECONDS })
  if (!webhook) return false
  const { url, created_at: since } = webhook
  if (webhook.failures > 0 && (await of.isTimeTrusted())) {
    const { length: events } = await failExpiredEvents(db, { clientId })
    if (events > 0) log.error({ app: clientId, events }, 'webhook events failed for good')
  }
  // One event finds out whether an app is available again.
  const limit = webhook.failures > 0 ? 1 : PAGE_MAX
  const answers = await deliverPage(of, webhook, await listDueEvents(db, { clientId, since, limit }))
  const failed = answers.filter(({ cause }) => cause !== '')
  const isOutage =
    failed.length > 0 &&
    failed.length === answers.length &&
    (failed.some(answer => !isRefusal(answer)) || failed.length >= REFUSALS_OF_OUTAGE)
  const failures = webhook.failures + 1
  if (isOutage)
    await postponeDelivery(db, { clientId, url, failures, delaySeconds: webhookBackoff(failures) })
  else {
    const deliveredAt = failed.length < answers.length ? new Date() : null
    await completeEventPage(db, { clientId, url, deliveredAt })
  }
  const [first] = failed
  if (first)
    log.warn(
      { app: clientId, failures: isOutage ? failures : 0, events: failed.length, cause: first.cause },
      'webhook delivery failed',
    )
  return answers.length > 0
}

/** Delivers a page to every app that is due. Returns whether a request was sent: there may be more to send. */
export async function deliverAccountEvents(of: DeliverEventsDependencies): Promise<boolean> {
  const due: string[] = []
  for (const { client_id: clientId, created_at: since } of await listDueEventWebhooks(of.db))
    if ((await listDueEvents(of.db, { clientId, since, limit: 1 })).length > 0) due.push(clientId)
  const sent = await Promise.all(due.map(clientId => deliverToApp(of, clientId)))
  return sent.includes(true)
}

/** When the backoff of an event ends, the earliest of all apps; undefined: of none. */
export async function findNextEventTryOfAll(db: Database): Promise<Date | undefined> {
  let next: Date | undefined
  for (const { client_id: clientId } of await listDueEventWebhooks(db)) {
    const [{ at } = { at: null }] = await findNextEventTry(db, { clientId })
    if (at && (!next || at < next)) next = at
  }
  return next
}
