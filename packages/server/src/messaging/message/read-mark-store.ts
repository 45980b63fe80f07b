/**
 * Tables `message_mark` and `broadcast_read`: which broadcasts an account has read. A mark covers every broadcast of a category
 * up to a version and a start time; `broadcast_read` holds the ones that were read one by one.
 */
import type { MessageCategory } from '@kerf/contract/endpoints/message'
import { statement } from '../../platform/db/database.ts'

/** The given broadcasts that are shown now and not yet covered by a read mark of the account. */
export const findUncoveredBroadcasts = statement<
  { id: number },
  { uid: string; broadcasts: readonly number[] }
>(
  'broadcast_read.uncovered',
  `select b.id from broadcast b
    where b.id = any($broadcasts) and b.revoked_at is null and b.starts_at <= now()
      and not exists (select 1 from message_mark k
                       where k.uid = $uid and k.category = b.category and b.published <= k.version and b.starts_at <= k.at)`,
)

/** Returns a row for each broadcast that was unread. Locks the account against erasure; without one, nothing is inserted. */
export const insertBroadcastReads = statement<
  { broadcast: number },
  { uid: string; broadcasts: readonly number[] }
>(
  'broadcast_read.insert',
  `insert into broadcast_read as r (uid, broadcast)
   select a.uid, broadcast
     from (select uid from account where uid = $uid for key share) a, unnest($broadcasts::int[]) broadcast
   on conflict do nothing returning r.broadcast`,
)

/**
 * Marks as read everything that had started `delaySeconds` ago and was published up to `version`. A concurrent mark with a later time stays.
 * Locks the account against erasure; without one, nothing is stored.
 */
export const upsertReadMarks = statement<
  never,
  { uid: string; categories: readonly MessageCategory[]; version: number; delaySeconds: number }
>(
  'message_mark.upsert',
  `insert into message_mark as k (uid, category, version, at)
   select a.uid, category, $version::bigint, now() - make_interval(secs => $delaySeconds)
     from (select uid from account where uid = $uid for key share) a, unnest($categories::text[]) category
   on conflict (uid, category) do update set version = excluded.version, at = excluded.at where excluded.at > k.at`,
)

/** Deletes the single reads that the account's marks cover. */
export const deleteCoveredReads = statement<never, { uid: string; categories: readonly MessageCategory[] }>(
  'broadcast_read.delete_covered',
  `delete from broadcast_read r using message_mark k, broadcast b
    where r.uid = $uid and k.uid = r.uid and b.id = r.broadcast and b.category = k.category
      and k.category = any($categories) and b.published <= k.version and b.starts_at <= k.at`,
)

/** Deletes the single reads of broadcasts that are no longer stored. */
export const deleteStaleReads = statement<never, { uid: string }>(
  'broadcast_read.delete_stale',
  `delete from broadcast_read r
    where r.uid = $uid and not exists (select 1 from broadcast b where b.id = r.broadcast)`,
)
