/**
 * Table `benefit_event`: the feed of granted benefits. A committed event gets its position afterwards, so a reader never
 * skips an event whose transaction commits late.
 */
import { statement } from '../../platform/db/database.ts'

/** Advisory lock that serializes the numbering of events. 1102611019 and 1102611020 belong to migrations and tracking. */
const NUMBERING_LOCK_ID = 1_102_611_021

export interface NewBenefitEvent {
  readonly uid: string
  readonly benefit: string
  readonly at: Date
  /** null: never */
  readonly expiresAt: Date | null
}

export const insertBenefitEvent = statement<never, NewBenefitEvent>(
  'benefit_event.insert',
  'insert into benefit_event (uid, benefit_id, at, expires_at) values ($uid, $benefit, $at, $expiresAt)',
)

/** Held until the transaction ends. The next statement sees all positions that earlier holders assigned. */
export const lockNumbering = statement<never>(
  'benefit_event.lock',
  `select pg_advisory_xact_lock(${NUMBERING_LOCK_ID})`,
)

export const findUnnumberedEvent = statement<{ found: number }>(
  'benefit_event.unnumbered',
  'select 1 as found from benefit_event where position is null limit 1',
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
)

/** Position of the last numbered event; '0' when there is none. */
export const findLastPosition = statement<{ position: string }>(
  'benefit_event.last_position',
  'select coalesce(max(position), 0)::text as position from benefit_event where position is not null',
)

/** Position of the last numbered event before a time. Reads the events since then. */
export const findPositionBefore = statement<{ position: string }, { before: Date }>(
  'benefit_event.position_before',
  `select position::text from benefit_event where position is not null and at < $before
    order by benefit_event.position desc limit 1`,
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
}

/** Events after a position that grant a benefit the app honors, in feed order. `app`: its code. */
export const listEventsAfter = statement<BenefitEventRow, { app: string; after: string; limit: number }>(
  'benefit_event.list',
  `select e.position, e.uid, e.benefit_id as benefit, b.name_en, b.name_zh,
          floor(extract(epoch from e.at))::float8 as at,
          coalesce(floor(extract(epoch from e.expires_at)), 0)::float8 as expires_at
     from benefit_event e join benefit b on b.id = e.benefit_id
    where e.position > $after and (b.apps = '{}' or $app = any(b.apps))
    order by e.position limit $limit`,
)

/** For each position: how many events follow it, events without a position included. */
export const countEventsAfter = statement<
  { position: string; events: number },
  { positions: readonly string[] }
>(
  'benefit_event.count_after',
  `select p.position::text as position, count(e.id)::int as events
     from unnest($positions::bigint[]) as p(position)
     left join benefit_event e on e.position is null or e.position > p.position
    group by p.position`,
)
