/** Rows of what apps are told. */
import { statement } from '../../platform/db/database.ts'

/** Any fixed number of its own: who gives positions goes through one door. (…019 migrates, …020 makes the days of tracking.) */
const DOOR = 1_102_611_021

/** Waits for whoever gives positions; the next statement then sees all that one has given. */
export const enterDoor = statement<never>('benefit.door', `select pg_advisory_xact_lock(${DOOR})`)

export const hasUnplaced = statement<{ found: boolean }>(
  'benefit.unplaced',
  'select exists (select from benefit_event where position is null) as found',
)

/** Gives events their positions in the order of their ids: an account's later event has the later one. */
export const placeEvents = statement<{ position: string }, [limit: number]>(
  'benefit.place',
  `with due as materialized (
     select uid, id from benefit_event where position is null order by id limit $1
   ), placed as materialized (
     select uid, id, nextval('benefit_event_position') as position from due
   )
   update benefit_event e set position = p.position from placed p where e.uid = p.uid and e.id = p.id
   returning e.position`,
)

export interface EventRow {
  readonly position: string
  readonly uid: string
  readonly benefit: string
  readonly name_en: string
  readonly name_zh: string
  readonly at: number
  /** 0: without end */
  readonly expires_at: number
}

/** Events behind a position that an app honours, in their order. */
export const listEvents = statement<EventRow, [app: string, after: string, limit: number]>(
  'benefit.events',
  `select e.position, e.uid, e.benefit_id as benefit, b.name_en, b.name_zh,
          floor(extract(epoch from e.at))::float8 as at,
          coalesce(floor(extract(epoch from e.expires_at)), 0)::float8 as expires_at
     from benefit_event e join benefit b on b.id = e.benefit_id
    where e.position > $2 and (b.apps = '{}' or $1 = any(b.apps))
    order by e.position limit $3`,
)
