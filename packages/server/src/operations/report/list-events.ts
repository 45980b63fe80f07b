/** Behaviour events as they are stored. They name nobody: a random number of a browser, and of an account. */
import { type Database, statement } from '../../platform/db/database.ts'

export interface EventFilter {
  readonly event?: string | undefined
  readonly visitor?: string | undefined
  /** inclusive */
  readonly since?: Date | undefined
  /** 1 to 10 000 */
  readonly limit: number
}

export interface ListedEvent {
  /** unix seconds, by the visitor's clock where that is believable */
  readonly at: number
  readonly event: string
  readonly visitor: string
  /** analytics id of the account that was signed in */
  readonly login: string | null
  readonly properties: Readonly<Record<string, unknown>>
}

/** An index serves time and name; without a beginning the last day is looked at. */
const list = statement<
  ListedEvent,
  [event: string | null, visitor: string | null, since: Date | null, limit: number]
>(
  'operate.event.list',
  `select extract(epoch from occurred_at)::float8 as at, event, visitor, login, properties
     from tracking_event
    where ($1::text is null or event = $1) and ($2::text is null or visitor = $2)
      and at >= coalesce($3, now() - interval '1 day')
    order by occurred_at desc, event limit $4`,
)

export const listEvents = (db: Database, filter: EventFilter): Promise<ListedEvent[]> =>
  list(db, filter.event ?? null, filter.visitor ?? null, filter.since ?? null, filter.limit)
