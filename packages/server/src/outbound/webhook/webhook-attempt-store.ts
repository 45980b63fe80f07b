/** Table `webhook_attempt`: requests that were sent to webhooks, without their content. */

import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface NewAttempt {
  readonly clientId: string
  /** header `webhook-id` */
  readonly deliveryId: string
  /** type of the event; `items`: a page of the benefit feed */
  readonly type: string
  readonly events: number
  /** 1: the first request; 0: not counted */
  readonly attempt: number
  /** HTTP status; null: no answer */
  readonly status: number | null
  readonly durationMs: number
  /** '' after a 2xx status */
  readonly cause: string
  /** position in the feed before the page; null: no page */
  readonly afterPosition: string | null
}

export const insertAttempt = statement<never, NewAttempt>(
  'webhook_attempt.insert',
  `insert into webhook_attempt (client_id, delivery_id, type, events, attempt, status, duration_ms, cause, after_position)
   values ($clientId, $deliveryId, $type, $events, $attempt, $status, $durationMs, $cause, $afterPosition::bigint)`,
  { scope: 'coordinator' },
)

export interface AttemptRow {
  readonly client_id: string
  readonly delivery_id: string
  readonly type: string
  readonly events: number
  readonly attempt: number
  readonly status: number | null
  readonly duration_ms: number
  readonly cause: string
  readonly after_position: string | null
  /** unix seconds */
  readonly at: number
}

/** Newest first. null: of every app, every delivery, since the beginning. */
export const listAttempts = statement<
  AttemptRow,
  {
    clientId: string | null
    deliveryId: string | null
    from: Date | null
    failedOnly: boolean
    limit: number
  }
>(
  'webhook_attempt.list',
  `select client_id, delivery_id, type, events, attempt, status, duration_ms, cause, after_position,
          ${epochSeconds('at')} as at
     from webhook_attempt
    where ($clientId::text is null or client_id = $clientId) and ($deliveryId::text is null or delivery_id = $deliveryId)
      and ($from::timestamptz is null or at >= $from) and (cause <> '' or not $failedOnly)
    order by id desc limit $limit`,
  { scope: 'coordinator' },
)
