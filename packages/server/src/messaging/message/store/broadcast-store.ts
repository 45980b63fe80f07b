/**
 * Tables `broadcast` (messages to everyone or to the users of an app) and `broadcast_version` (one row). Publishing and revoking
 * raise the version and lock it until the commit, so versions become visible in their order. Times are milliseconds since 1970
 * by the database's clock.
 */

import type { MessageCategory } from '@kerf/contract/endpoints/message'
import { type Database, type Queryable, statement } from '../../../platform/db/database.ts'
import { epochMilliseconds } from '../../../platform/db/epoch.ts'
import { ENDED_MESSAGE_DAYS, MESSAGE_DAYS } from '../../../tables/retention.ts'
import type { MessageTexts } from '../content/message-content.ts'

/** A message is recalled at the latest this long before it starts, so that no server shows it meanwhile. */
export const RECALL_MARGIN_SECONDS = 5

export interface Broadcast {
  readonly id: number
  /** version with which it was published */
  readonly published: number
  readonly audience: 'all' | 'app'
  readonly app: string
  readonly category: MessageCategory
  readonly starts: number
  readonly ends: number | null
}

export interface BroadcastChange extends Broadcast {
  readonly revoked: boolean
}

/** Broadcasts that changed after a version. After version 0, those that are revoked or have ended are left out. */
export const listBroadcastChanges = statement<BroadcastChange, { version: number }>(
  'broadcast.changes',
  `select id, published::float8, audience, app, category, ${epochMilliseconds('starts_at')} as starts,
          ${epochMilliseconds('ends_at')} as ends, revoked_at is not null as revoked
     from broadcast
    where changed > $version and ($version > 0 or (revoked_at is null and (ends_at is null or ends_at > now())))`,
)

export const findBroadcastVersion = statement<{ version: number; now: number }>(
  'broadcast.version',
  `select version::float8, ${epochMilliseconds('now()')} as now from broadcast_version`,
)

/** Locks the version until the transaction ends. */
export const raiseBroadcastVersion = statement<{ version: number }>(
  'broadcast.raise_version',
  'update broadcast_version set version = version + 1 returning version::float8',
)

export interface BroadcastContent {
  readonly id: number
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
}

export const listBroadcastContents = statement<BroadcastContent, { ids: readonly number[] }>(
  'broadcast.contents',
  'select id, texts, link, picture from broadcast where id = any($ids)',
)

export interface NewBroadcast {
  readonly app: string
  readonly category: MessageCategory
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
  /** null, or a time in the past: now */
  readonly from: Date | null
  readonly until: Date | null
  readonly sender: string
  readonly audience: 'all' | 'app'
  readonly version: number
}

/** Starts are truncated to milliseconds, because cursors of lists carry milliseconds. */
export const insertBroadcast = statement<{ id: number; starts_at: Date; ends_at: Date | null }, NewBroadcast>(
  'broadcast.insert',
  `insert into broadcast (app, category, texts, link, picture, starts_at, ends_at, sender, audience, published, changed)
   values ($app, $category, $texts, $link, $picture,
           date_trunc('milliseconds', greatest($from::timestamptz, clock_timestamp())), $until, $sender, $audience,
           $version, $version)
   returning id, starts_at, ends_at`,
)

/** Locks a broadcast that is not revoked. `sender` null: of any sender. */
export const lockBroadcast = statement<{ id: number }, { id: number; sender: string | null }>(
  'broadcast.lock',
  `select id from broadcast
    where id = $id and revoked_at is null and ($sender::text is null or sender = $sender) for update`,
)

/** Locks a broadcast that nobody has seen: it starts later, and the change is known by then. */
export const lockUnseenBroadcast = statement<{ id: number }, { id: number }>(
  'broadcast.lock_unseen',
  `select id from broadcast
    where id = $id and revoked_at is null and starts_at > clock_timestamp() + interval '${RECALL_MARGIN_SECONDS} seconds'
      for update`,
)

export const revokeBroadcast = statement<never, { id: number; version: number }>(
  'broadcast.revoke',
  'update broadcast set revoked_at = now(), changed = $version where id = $id',
)

const lockOldBroadcasts = statement<{ id: number }>(
  'broadcast.lock_old',
  `select id from broadcast
    where ends_at is null and revoked_at is null and starts_at < now() - interval '${MESSAGE_DAYS} days' for update`,
)

const endBroadcasts = statement<never, { ids: readonly number[]; version: number }>(
  'broadcast.end',
  'update broadcast set ends_at = now(), changed = $version where id = any($ids)',
)

/** Ends the broadcasts without an end after `MESSAGE_DAYS`. The new version tells the caches, which count what they hold. */
async function endOldBroadcasts(tx: Queryable): Promise<void> {
  const old = await lockOldBroadcasts(tx)
  if (old.length === 0) return
  const [raised] = await raiseBroadcastVersion(tx)
  if (raised) await endBroadcasts(tx, { ids: old.map(({ id }) => id), version: raised.version })
}

/** Caches have left them out since their end. Returns a row each. */
const deleteEndedBroadcasts = statement<{ found: 1 }>(
  'broadcast.delete_ended',
  `delete from broadcast
    where ends_at < now() - interval '${ENDED_MESSAGE_DAYS} days' or revoked_at < now() - interval '${ENDED_MESSAGE_DAYS} days'
   returning 1 as found`,
)

/** Deletes broadcasts that have ended long ago, and ends those without an end. Returns the number of deleted rows. */
export async function deleteBroadcastBatch(db: Database): Promise<number> {
  await db.transaction(endOldBroadcasts)
  return (await deleteEndedBroadcasts(db)).length
}
