/** Table `webhook`: the URL of each subscribed app, and how far its events have been delivered. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds, plusInterval } from '../../platform/db/epoch.ts'

/** Set while a process delivers to the webhook. Expires on its own if that process is lost. */
const UNCLAIMED = '(claimed_until is null or claimed_until < now())'
/** False once the webhook was replaced, removed or delivered to by another process. */
const STILL_CLAIMED = 'client_id = $clientId and url = $url and claimed_until is not null'

/** `items`: pages of the benefit feed. `events`: events of accounts, one a request. */
export type WebhookForm = 'items' | 'events'

export interface NewWebhook {
  readonly clientId: string
  readonly url: string
  /** encrypted */
  readonly secret: Buffer
  /** events after this position are delivered */
  readonly position: string
  /** whether an existing webhook moves to `position` as well */
  readonly moveExisting: boolean
  /** for which requests are signed with the secret before this one too */
  readonly overlapSeconds: number
  /** null: that of the existing webhook, else `items` */
  readonly form: WebhookForm | null
}

/** Inserts the webhook of an app or replaces its URL and secret. */
export const upsertWebhook = statement<never, NewWebhook>(
  'webhook.upsert',
  `insert into webhook as w (client_id, url, secret, position, next_try_at, form)
   values ($clientId, $url, $secret, $position, now(), coalesce($form, 'items'))
   on conflict (client_id) do update
      set url = excluded.url, secret = excluded.secret, failures = 0, next_try_at = excluded.next_try_at,
          claimed_until = null, form = coalesce($form, w.form),
          position = case when $moveExisting or $form <> w.form then excluded.position else w.position end,
          cursor = case when $moveExisting or $form <> w.form then null else w.cursor end,
          previous_secret = w.secret,
          previous_secret_until = ${plusInterval('excluded.next_try_at', 'make_interval(secs => $overlapSeconds)')}`,
)

/** The secret before it stays valid for `overlapSeconds`. Returns no row if the app has no webhook. */
export const replaceWebhookSecret = statement<
  { url: string },
  { clientId: string; secret: Buffer; overlapSeconds: number }
>(
  'webhook.replace_secret',
  `update webhook set secret = $secret, previous_secret = secret,
          previous_secret_until = now() + make_interval(secs => $overlapSeconds)
    where client_id = $clientId returning url`,
)

export const deleteWebhook = statement<{ client_id: string }, { clientId: string }>(
  'webhook.delete',
  'delete from webhook where client_id = $clientId returning client_id',
)

/** Times are unix seconds. */
export interface WebhookRow {
  readonly client_id: string
  readonly url: string
  readonly form: WebhookForm
  readonly position: string
  /** failed attempts in a row */
  readonly failures: number
  readonly created: number
  /** last successful delivery */
  readonly delivered: number | null
  /** requests are signed with two secrets until then; null: with one */
  readonly two_secrets_until: number | null
}

/** Oldest first. */
export const listWebhooks = statement<WebhookRow>(
  'webhook.list',
  `select client_id, url, form, position, failures, ${epochSeconds('created_at')} as created,
          ${epochSeconds('told_at')} as delivered,
          ${epochSeconds('case when previous_secret_until > now() then previous_secret_until end')}
            as two_secrets_until
     from webhook order by created_at`,
)

export const hasDueWebhook = statement<{ found: number }>(
  'webhook.due',
  `select 1 as found from webhook where next_try_at <= now() and ${UNCLAIMED} limit 1`,
)

/** Where and with which secrets requests are sent. */
export interface WebhookTarget {
  readonly client_id: string
  readonly url: string
  readonly form: WebhookForm
  /** encrypted */
  readonly secret: Buffer
  /** encrypted; null: not valid any more */
  readonly previous_secret: Buffer | null
}

const TARGET = `client_id, url, form, secret,
          case when previous_secret_until > now() then previous_secret end as previous_secret`

/** Of a row whose `claimed_until` was set by this statement. In RETURNING Citus accepts no now(). */
const CLAIMED_TARGET = `client_id, url, form, secret,
          case when ${plusInterval('previous_secret_until', 'make_interval(secs => $seconds)')} > claimed_until
               then previous_secret end as previous_secret`

export const findWebhook = statement<WebhookTarget & { position: string }, { clientId: string }>(
  'webhook.find',
  `select ${TARGET}, position from webhook where client_id = $clientId`,
)

export interface ClaimedWebhook extends WebhookTarget {
  readonly position: string
  /** id of the last event that was delivered, if later events of its batch were not */
  readonly cursor: string | null
  /** failed attempts in a row */
  readonly failures: number
}

/** Claims every due webhook with events up to `lastPosition`. No other process delivers to it for `seconds`. */
export const claimDueWebhooks = statement<ClaimedWebhook, { lastPosition: string; seconds: number }>(
  'webhook.claim',
  `update webhook set claimed_until = now() + make_interval(secs => $seconds)
    where form = 'items' and position < $lastPosition::bigint and next_try_at <= now() and ${UNCLAIMED}
   returning ${CLAIMED_TARGET}, position, cursor, failures`,
)

export interface ClaimedEventWebhook extends WebhookTarget {
  readonly created_at: Date
  /** failed pages in a row */
  readonly failures: number
}

/** Webhooks of the form `events` that may be delivered to. */
export const listDueEventWebhooks = statement<{ client_id: string; created_at: Date }>(
  'webhook.due_events',
  `select client_id, created_at from webhook where form = 'events' and next_try_at <= now() and ${UNCLAIMED}`,
)

export const claimEventWebhook = statement<ClaimedEventWebhook, { clientId: string; seconds: number }>(
  'webhook.claim_events',
  `update webhook set claimed_until = now() + make_interval(secs => $seconds)
    where client_id = $clientId and form = 'events' and next_try_at <= now() and ${UNCLAIMED}
   returning ${CLAIMED_TARGET}, created_at, failures`,
)

/** Releases the claim after a page that found the app available. `deliveredAt`: null if it accepted no event. */
export const completeEventPage = statement<
  never,
  { clientId: string; url: string; deliveredAt: Date | null }
>(
  'webhook.complete_events',
  `update webhook set failures = 0, claimed_until = null, told_at = coalesce($deliveredAt, told_at)
    where ${STILL_CLAIMED}`,
)

interface Progress {
  readonly clientId: string
  readonly url: string
  readonly position: string
}

/** Stores a successful delivery up to `position` and releases the claim. */
export const completeDelivery = statement<never, Progress & { cursor: string | null }>(
  'webhook.complete',
  `update webhook set position = greatest(position, $position::bigint), cursor = $cursor, failures = 0,
          claimed_until = null, told_at = now()
    where ${STILL_CLAIMED}`,
)

/** Moves to `position` without a delivery, because no event up to there concerns the app, and releases the claim. */
export const skipEvents = statement<never, Progress>(
  'webhook.skip',
  `update webhook set position = greatest(position, $position::bigint), cursor = null, failures = 0, claimed_until = null
    where ${STILL_CLAIMED}`,
)

/** Stores a failed attempt, schedules the next one and releases the claim. */
export const postponeDelivery = statement<
  never,
  { clientId: string; url: string; failures: number; delaySeconds: number }
>(
  'webhook.postpone',
  `update webhook set failures = $failures, claimed_until = null,
          next_try_at = now() + make_interval(secs => $delaySeconds)
    where ${STILL_CLAIMED}`,
)

/** The earliest time at which a backoff or the claim of a lost process ends. */
export const findNextTry = statement<{ at: Date | null }>(
  'webhook.next_try',
  `select min(t) as at from (select greatest(next_try_at, claimed_until) as t from webhook) as w where t > now()`,
)

/** Puts in a delivery at that time, unless one waits already for that time or an earlier one. */
export const enqueueDeliveryAt = statement<never, { at: Date }>(
  'webhook.enqueue_at',
  'select enqueue_delivery($at)',
  { scope: 'coordinator' },
)

/**
 * Delivers events after the place again. `cursor`: in the batch after the position. A delivery in progress does not move the webhook
 * forward. Returns no row if the app has no webhook.
 */
export const moveBack = statement<
  { client_id: string },
  { clientId: string; position: string; cursor: string | null }
>(
  'webhook.move_back',
  `update webhook set position = least(position, $position::bigint),
          cursor = case when $position::bigint < position then $cursor::text end,
          failures = 0, next_try_at = now(), claimed_until = null
    where client_id = $clientId returning client_id`,
)

/** Does nothing while a job with the same key is waiting. */
export const enqueueJobOnce = statement<never, { task: string; key: string }>(
  'webhook.enqueue',
  'select enqueue_once($task, $key)',
  { scope: 'coordinator' },
)
