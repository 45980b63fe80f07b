/** Rows of the addresses that apps are told at, and how far each has been told. */
import { statement } from '../db/database.ts'

export interface DueWebhook {
  readonly client_id: string
  readonly code: string
  readonly url: string
  readonly secret: Buffer
  readonly position: string
}

/** Webhooks that there may be something to tell, each claimed for this process alone. */
export const claimDue = statement<DueWebhook, [seconds: number]>(
  'webhook.claim',
  `update webhook w set claimed_until = now() + make_interval(secs => $1) from app a
    where a.client_id = w.client_id and w.next_try_at <= now() and (w.claimed_until is null or w.claimed_until < now())
      and (exists (select from benefit_event where position is null)
           or exists (select from benefit_event where position > w.position))
   returning w.client_id, a.code, w.url, w.secret, w.position`,
)

/** Position of the last event that has one. */
export const findHead = statement<{ head: string }>(
  'webhook.head',
  `select coalesce(max(position), 0)::text as head from benefit_event where position is not null`,
)

/** Still the same address, and ours to tell: one that was changed or removed meanwhile is left alone. */
export const advance = statement<
  { client_id: string },
  [clientId: string, url: string, position: string, seconds: number, told: boolean]
>(
  'webhook.advance',
  `update webhook set position = greatest(position, $3::bigint), failures = 0, told_at = case when $5 then now() else told_at end,
          claimed_until = now() + make_interval(secs => $4)
    where client_id = $1 and url = $2 and claimed_until is not null returning client_id`,
)

export const release = statement<never, [clientId: string]>(
  'webhook.release',
  'update webhook set claimed_until = null where client_id = $1',
)

/** Waits twice as long after every failure, an hour at the most. */
export const postpone = statement<{ failures: number }, [clientId: string]>(
  'webhook.postpone',
  `update webhook set failures = failures + 1, claimed_until = null,
          next_try_at = now() + make_interval(secs => least(3600, 5 * 2 ^ least(failures, 12)))
    where client_id = $1 returning failures`,
)
