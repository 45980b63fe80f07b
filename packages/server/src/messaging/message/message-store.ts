/** Rows of messages. Times come as milliseconds since 1970 by the database's clock. */
import type { MessageCategory } from '@kerf/contract/endpoints/message'
import { statement } from '../../platform/db/database.ts'
import type { MessageTexts } from './message-content.ts'

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`

export interface BroadcastRow {
  readonly id: number
  /** version with which it was published */
  readonly published: number
  readonly audience: 'all' | 'app'
  readonly app: string
  readonly category: MessageCategory
  readonly starts: number
  readonly ends: number | null
  readonly gone: boolean
}

/** What has changed since a version; those that have ended are left out, unless known before. */
export const broadcastsSince = statement<BroadcastRow, [version: number]>(
  'message.broadcasts_since',
  `select id, published::float8, audience, app, category, ${ms('starts_at')} as starts, ${ms('ends_at')} as ends,
          revoked_at is not null as gone
     from broadcast where changed > $1 and ($1 > 0 or (revoked_at is null and (ends_at is null or ends_at > now())))`,
)

export const currentVersion = statement<{ version: number; now: number }>(
  'message.version',
  `select version::float8, ${ms('now()')} as now from broadcast_version`,
)

interface Detail {
  readonly id: number
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
}

export const broadcastDetails = statement<Detail, [ids: readonly number[]]>(
  'message.broadcast_details',
  'select id, texts, link, picture from broadcast where id = any($1)',
)

/** What one statement, and so one snapshot, knows of an account. */
export interface AccountState {
  readonly version: number
  readonly now: number
  /** unread messages to it, muted ones left out */
  readonly own: Readonly<Partial<Record<MessageCategory, number>>>
  readonly marks: readonly (readonly [category: MessageCategory, version: number, at: number])[]
  readonly reads: readonly number[]
  readonly muted: readonly (readonly [app: string, category: MessageCategory])[]
  readonly apps: readonly string[]
  /** when the next of its own messages begins or ends; null: none will */
  readonly next: number | null
}

/** The account, held to the end of the statement: a deletion under way leaves nothing of it, and nothing comes after. */
const STAYING = 'select uid from account where uid = $1 for key share'
const SHOWN = 'starts_at <= now() and (ends_at is null or ends_at > now())'
const NOT_MUTED = `not exists (select from message_muted s where s.uid = m.uid and s.app = m.app and s.category = m.category)`

export const accountState = statement<AccountState, [uid: string]>(
  'message.state',
  `select (select version::float8 from broadcast_version) as version, ${ms('now()')} as now,
     (select coalesce(jsonb_object_agg(category, n), '{}') from (
        select category, count(*) as n from account_message m
         where uid = $1 and read_at is null and ${SHOWN} and ${NOT_MUTED} group by category) c) as own,
     (select coalesce(jsonb_agg(jsonb_build_array(category, version, ${ms('at')})), '[]')
        from message_mark where uid = $1) as marks,
     coalesce((select array_agg(broadcast) from broadcast_read where uid = $1), '{}') as reads,
     (select coalesce(jsonb_agg(jsonb_build_array(app, category)), '[]') from message_muted where uid = $1) as muted,
     coalesce((select array_agg(app) from account_app where uid = $1), '{}') as apps,
     least((select ${ms('min(starts_at)')} from account_message where uid = $1 and starts_at > now()),
           (select ${ms('min(ends_at)')} from account_message where uid = $1 and read_at is null and ends_at > now())) as next`,
)

export interface OwnRow extends Omit<Detail, 'id'> {
  readonly handle: string
  readonly app: string
  readonly category: MessageCategory
  readonly starts: number
  readonly ends: number | null
  readonly read: boolean
}

type OwnPage = [
  uid: string,
  category: MessageCategory | null,
  /** null: either */
  read: boolean | null,
  /** milliseconds, null: from the beginning */
  after: number | null,
  handle: string,
  limit: number,
]

const ownPage = (name: string, order: 'asc' | 'desc', than: '<' | '>') =>
  statement<OwnRow, OwnPage>(
    name,
    `select handle, app, category, texts, link, picture, ${ms('starts_at')} as starts, ${ms('ends_at')} as ends,
            read_at is not null as read
       from account_message m
      where uid = $1 and ${SHOWN} and ($2::text is null or category = $2)
        and ($3::boolean is null or (read_at is not null) = $3)
        and ($4::float8 is null or (starts_at, handle) ${than} (to_timestamp($4::float8 / 1000), $5))
        and ${NOT_MUTED}
      order by starts_at ${order}, handle ${order} limit $6`,
  )

export const ownNewest = ownPage('message.own_newest', 'desc', '<')
export const ownOldest = ownPage('message.own_oldest', 'asc', '>')

/** `handles` of the account's own messages, `broadcasts` that it has not marked in one go already; gives how many changed. */
export const markRead = statement<
  { changed: number },
  [uid: string, handles: readonly string[], broadcasts: readonly number[]]
>(
  'message.read',
  `with own as (
     update account_message set read_at = now()
      where uid = $1 and handle = any($2) and read_at is null and ${SHOWN} returning 1
   ), theirs as (
     insert into broadcast_read (uid, broadcast)
     select a.uid, b.id from (${STAYING}) a, broadcast b left join message_mark k on k.uid = $1 and k.category = b.category
      where b.id = any($3) and b.revoked_at is null and b.starts_at <= now()
        and not coalesce(b.published <= k.version and b.starts_at <= k.at, false)
     on conflict do nothing returning 1
   )
   select (select count(*) from own)::int + (select count(*) from theirs)::int as changed`,
)

/**
 * All in one snapshot: what it shows by now is read, and nothing that is committed later. Of two at once the later clock
 * wins, so that no mark goes back.
 */
export const markAllRead = statement<
  { changed: number },
  [uid: string, categories: readonly MessageCategory[]]
>(
  'message.read_all',
  `with own as (
     update account_message set read_at = now()
      where uid = $1 and category = any($2) and read_at is null and ${SHOWN} returning 1
   ), marked as (
     insert into message_mark as k (uid, category, version, at)
     select a.uid, category, v.version, now() from (${STAYING}) a, unnest($2::text[]) category, broadcast_version v
     on conflict (uid, category) do update set version = excluded.version, at = excluded.at where excluded.at > k.at
     returning 1
   ), tidied as (
     delete from broadcast_read r using broadcast b
      where r.uid = $1 and b.id = r.broadcast and b.category = any($2) and b.starts_at <= now()
        and b.published <= (select version from broadcast_version) returning 1
   )
   select (select count(*) from own)::int + (select count(*) from marked)::int + (select count(*) from tidied)::int as changed`,
)

export const listMuted = statement<{ category: MessageCategory }, [uid: string, app: string]>(
  'message.muted',
  'select category from message_muted where uid = $1 and app = $2',
)

/** Switches kinds of an app's messages off and on, in one statement. */
export const setMuted = statement<
  never,
  [uid: string, app: string, off: readonly MessageCategory[], on: readonly MessageCategory[]]
>(
  'message.mute',
  `with muted as (
     insert into message_muted (uid, app, category)
     select a.uid, $2, category from (${STAYING}) a, unnest($3::text[]) category on conflict do nothing
   )
   delete from message_muted where uid = $1 and app = $2 and category = any($4)`,
)

export const useApp = statement<never, [uid: string, app: string]>(
  'message.use_app',
  `insert into account_app (uid, app) select a.uid, $2 from (${STAYING}) a on conflict do nothing`,
)
