/**
 * Table `account_event`: events of accounts for webhooks of the form `events`, one row an app. A row is written in the
 * transaction of the change, so that no event is lost, and names no value of the account.
 */
import { statement } from '../../platform/db/database.ts'
import { EVENT_RETRY_DAYS } from './webhook-backoff.ts'

/** The column's default has the same rule for servers of the second release, which insert without it. */
const RETRY_UNTIL = `now() + interval '${EVENT_RETRY_DAYS} days'`

/** PostgreSQL notification that events were written. Sent when their transaction commits. */
export const ACCOUNT_EVENT_CHANNEL = 'account_event'

export type MachineEventType =
  | 'machine.claimed'
  | 'machine.shared'
  | 'machine.unshared'
  | 'machine.transferred'
  | 'machine.released'
  | 'machine.requested'
  | 'machine.lost'

export type AccountEventType =
  | 'session.ended'
  | 'account.created'
  | 'account.updated'
  | 'account.deleted'
  | 'benefit.redeemed'
  | 'benefit.withdrawn'
  | 'training.finished'
  | 'certificate.issued'
  | MachineEventType

export interface NewAccountEvent {
  readonly uid: string
  readonly type: AccountEventType
  /** JSON */
  readonly data: string
  readonly clientId: string
}

/** The apps with such a webhook that have redeemed a ticket of the account. `appCodes`: of those only; null: all. */
export const listEventApps = statement<
  { client_id: string },
  { uid: string; appCodes: readonly string[] | null }
>(
  'account_event.apps',
  `select t.client_id
     from ticket_app t join webhook w on w.client_id = t.client_id left join app a on a.client_id = t.client_id
    where t.uid = $uid and w.form = 'events' and ($appCodes::text[] is null or a.code = any($appCodes))
    order by t.client_id`,
)

export const insertAccountEvent = statement<never, NewAccountEvent>(
  'account_event.insert',
  `insert into account_event (uid, client_id, type, data, retry_until)
   values ($uid, $clientId, $type, $data, ${RETRY_UNTIL})`,
)

export const notifyAccountEvent = statement<never>(
  'account_event.notify',
  `select pg_notify('${ACCOUNT_EVENT_CHANNEL}', '')`,
  { scope: 'coordinator' },
)

/**
 * Deletes the events of an account that is erased, except those that tell an app to end a session. They and `account.deleted`
 * outlive the account until they are delivered, at most until the sweep: otherwise apps would keep the person's data.
 */
export const deleteEventsOfErasedAccount = statement<never, { uid: string }>(
  'account_event.erase',
  `delete from account_event where uid = $uid and not (state = 'pending' and type = 'session.ended')`,
)

/** An earlier event of the account is not delivered yet. */
const IS_WAITING = `exists (
      select 1 from account_event p
       where p.uid = e.uid and p.client_id = e.client_id and p.state = 'pending' and p.id < e.id and p.at >= $since)`

export interface DueEvent {
  readonly uid: string
  readonly id: string
  readonly event_id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Date
  /** attempts before this one */
  readonly attempts: number
  /** a failure of this attempt is final */
  readonly is_last: boolean
}

/** The first undelivered event of each account, those that are due longest first. `since`: when the webhook was created. */
export const listDueEvents = statement<DueEvent, { clientId: string; since: Date; limit: number }>(
  'account_event.due',
  `select e.uid, e.id, e.event_id, e.type, e.data, e.at, e.attempts, e.retry_until <= now() as is_last
     from account_event e
    where e.client_id = $clientId and e.state = 'pending' and e.next_try_at <= now() and e.at >= $since and not ${IS_WAITING}
    order by e.next_try_at, e.id limit $limit`,
  { scope: 'every shard', because: 'job' },
)

type EventKey = { readonly uid: string; readonly id: string }

export const markEventDelivered = statement<never, EventKey>(
  'account_event.delivered',
  `update account_event set state = 'delivered', attempts = attempts + 1 where uid = $uid and id = $id and state = 'pending'`,
)

export const postponeEvent = statement<
  never,
  EventKey & { state: 'pending' | 'failed'; delaySeconds: number }
>(
  'account_event.postpone',
  `update account_event set state = $state, attempts = attempts + 1,
          next_try_at = now() + make_interval(secs => $delaySeconds)
    where uid = $uid and id = $id and state = 'pending'`,
)

/** Gives up the events of an app that is unavailable for longer than they are retried. Returns them. */
export const failExpiredEvents = statement<{ found: 1 }, { clientId: string }>(
  'account_event.fail_expired',
  `update account_event set state = 'failed'
    where client_id = $clientId and state = 'pending' and retry_until <= now() returning 1 as found`,
  { scope: 'every shard', because: 'job' },
)

/** When the next attempt of an event becomes due; null: none waits for its backoff. */
export const findNextEventTry = statement<{ at: Date | null }, { clientId: string }>(
  'account_event.next_try',
  `select min(next_try_at) as at from account_event
    where client_id = $clientId and state = 'pending' and next_try_at > now()`,
  { scope: 'every shard', because: 'job' },
)

/** Undelivered events since the webhook was created. */
export const countEvents = statement<{ client_id: string; state: string; events: number }>(
  'account_event.count',
  `select e.client_id, e.state, count(*)::int as events
     from account_event e join webhook w on w.client_id = e.client_id and e.at >= w.created_at
    where e.state <> 'delivered' group by e.client_id, e.state`,
  { scope: 'every shard', because: 'operator' },
)

/** Has events delivered again, with their ids. null: any. Returns one row each. */
export const replayEvents = statement<
  { found: 1 },
  { clientId: string; eventId: string | null; from: Date | null; until: Date | null; failedOnly: boolean }
>(
  'account_event.replay',
  `update account_event set state = 'pending', attempts = 0, next_try_at = now(), retry_until = ${RETRY_UNTIL}
    where client_id = $clientId and ($eventId::text is null or event_id = $eventId)
      and ($from::timestamptz is null or at >= $from) and ($until::timestamptz is null or at < $until)
      and (state = 'failed' or not $failedOnly)
   returning 1 as found`,
  { scope: 'every shard', because: 'operator' },
)
