/**
 * Table `benefit_event`: the feed of granted benefits. A committed event gets its position afterwards, so a reader never
 * skips an event whose transaction commits late.
 */

import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

/** Advisory lock that serializes the numbering of events. 1102611019 and 1102611020 belong to migrations and tracking. */
const NUMBERING_LOCK_ID = 1_102_611_021

export interface NewBenefitEvent {
  readonly uid: string
  readonly benefit: string
  readonly at: Date
  /** null: never */
  readonly expiresAt: Date | null
  /** the benefit ends at `at`, which `expiresAt` repeats */
  readonly withdrawn?: boolean
}

export const insertBenefitEvent = statement<never, Required<NewBenefitEvent>>(
  'benefit_event.insert',
  `insert into benefit_event (uid, benefit_id, at, expires_at, withdrawn)
   values ($uid, $benefit, $at, $expiresAt, $withdrawn)`,
)

/** Held until the transaction ends. The next statement sees all positions that earlier holders assigned. */
export const lockNumbering = statement<never>(
  'benefit_event.lock',
  `select pg_advisory_xact_lock(${NUMBERING_LOCK_ID})`,
  { scope: 'coordinator' },
)

export const findUnnumberedEvent = statement<{ found: number }>(
  'benefit_event.unnumbered',
  'select 1 as found from benefit_event where position is null limit 1',
  { scope: 'every shard', because: 'job' },
)

/** Assigns positions in the order of ids, so the events of one account keep their order. */
export const numberEvents = statement<{ position: string }, { limit: number }>(
  'benefit_event.number',
  `with due as materialized (
     select uid, id from benefit_event where position is null order by id limit $limit
   ), numbered as materialized (
     select uid, id, nextval('benefit_event_position') as position from due
   )
   update benefit_event e set position = n.position from numbered n where e.uid = n.uid and e.id = n.id
   returning e.position`,
  { scope: 'every shard', because: 'job' },
)

/** Position of the last numbered event; '0' when there is none. */
export const findLastPosition = statement<{ position: string }>(
  'benefit_event.last_position',
  'select coalesce(max(position), 0)::text as position from benefit_event where position is not null',
  { scope: 'every shard', because: 'job' },
)

/** Position of the last numbered event before a time. Reads the events since then. */
export const findPositionBefore = statement<{ position: string }, { before: Date }>(
  'benefit_event.position_before',
  `select position::text from benefit_event where position is not null and at < $before
    order by benefit_event.position desc limit 1`,
  { scope: 'every shard', because: 'job' },
)

/** Position of the first numbered event since a time. Reads the events from `position` on. */
export const findPositionSince = statement<{ position: string }, { position: string; from: Date }>(
  'benefit_event.position_since',
  `select position::text from benefit_event where position >= $position::bigint and at >= $from
    order by benefit_event.position limit 1`,
  { scope: 'every shard', because: 'operator' },
)

export interface BenefitEventRow {
  readonly position: string
  readonly uid: string
  readonly benefit: string
  readonly name_en: string
  readonly name_zh: string
  /** unix seconds */
  readonly at: number
  /** unix seconds; 0: never expires */
  readonly expires_at: number
  readonly withdrawn: boolean
}

const EVENT = `e.withdrawn, e.uid, e.benefit_id as benefit, b.name_en, b.name_zh,
          ${epochSeconds('e.at')} as at,
          coalesce(${epochSeconds('e.expires_at')}, 0) as expires_at`

/** Events after a position that grant a benefit the app honors, in feed order. `app`: its code. */
export const listEventsAfter = statement<BenefitEventRow, { app: string; after: string; limit: number }>(
  'benefit_event.list',
  `select e.position, ${EVENT}
     from benefit_event e join benefit b on b.id = e.benefit_id
    where e.position > $after and (b.apps = '{}' or $app = any(b.apps))
    order by e.position limit $limit`,
  { scope: 'every shard', because: 'feed' },
)

/** The number of events after a position, events without a position included. */
export const countEventsAfter = statement<{ events: number }, { position: string }>(
  'benefit_event.count_after',
  'select count(*)::int as events from benefit_event where position is null or position > $position',
  { scope: 'every shard', because: 'operator' },
)

/** The number of events that follow a place of the feed: a time within the events of a position. Events without a position are included. */
export const countEventsSince = statement<{ events: number }, { position: string; from: Date }>(
  'benefit_event.count_since',
  `select count(*)::int as events from benefit_event
    where position is null or position > $position::bigint or position = $position::bigint and at >= $from`,
  { scope: 'every shard', because: 'operator' },
)

/** Gives all new events of all shards the number of a batch. Waits for events of an earlier batch that are not yet committed. */
export const sealEvents = statement<{ found: 1 }, { batch: string }>(
  'benefit_event.seal',
  'update benefit_event set position = $batch where position is null returning 1 as found',
  { scope: 'every shard', because: 'job' },
)

export interface BatchedEventRow extends BenefitEventRow {
  readonly id: string
  /** milliseconds since 1970 */
  readonly at_ms: string
}

/** Place of an event in the order of batches. */
export interface BatchPlace {
  readonly position: string
  /** milliseconds since 1970; null: after all events of the batch */
  readonly atMs: string | null
  readonly uid: string
  readonly id: string
}

/** Like `listEventsAfter`, for events in batches. Those of one batch are in order of time. */
export const listBatchedEvents = statement<
  BatchedEventRow,
  BatchPlace & { app: string; published: string; limit: number }
>(
  'benefit_event.list_batched',
  `select e.position, ${EVENT}, e.id, floor(extract(epoch from e.at) * 1000)::text as at_ms
     from benefit_event e join benefit b on b.id = e.benefit_id
    where (e.position, date_trunc('milliseconds', e.at), e.uid, e.id)
          > ($position::bigint, coalesce(to_timestamp($atMs::float8 / 1000), 'infinity'), $uid::uuid, $id::bigint)
      and e.position >= $position::bigint and e.position <= $published::bigint
      and (b.apps = '{}' or $app = any(b.apps))
    order by e.position, date_trunc('milliseconds', e.at), e.uid, e.id limit $limit`,
  { scope: 'every shard', because: 'feed' },
)

export interface BatchState {
  /** number of the last batch; null: no batch yet */
  readonly sealed: string | null
  readonly published: string | null
  readonly single_until: string | null
}

export const findBatchState = statement<BatchState>(
  'benefit_feed.find',
  'select sealed, published, single_until from benefit_feed',
)

/** Like `findBatchState`. Others wait until the transaction ends, on every node of a distributed database. */
export const lockBatchState = statement<BatchState>(
  'benefit_feed.lock',
  'update benefit_feed set only_row = only_row returning sealed, published, single_until',
)

export const storeBatchState = statement<never, { sealed: string; published: string; singleUntil: string }>(
  'benefit_feed.store',
  'update benefit_feed set sealed = $sealed, published = $published, single_until = $singleUntil',
)
