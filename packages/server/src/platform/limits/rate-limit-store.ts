/** Rows of rate limits: fixed windows, one row a key. `nowMs`: the database's time, see `createDatabaseClock`. */
import { statement } from '../db/database.ts'

/** The count of a key in its current window. */
export interface LimitCount {
  readonly key: string
  readonly points: number
  /** seconds until the window ends */
  readonly wait: number
}

/** Adds the costs, and returns the counts of `keys` and of `readOnlyKeys`. A key that is only read gets no row and no write. */
export const addPoints = statement<
  LimitCount,
  { keys: string[]; seconds: number[]; costs: number[]; readOnlyKeys: string[]; nowMs: number }
>(
  'limit.take',
  `with taken as (
     insert into rate_limit as r (key, points, expire)
     select key, cost, $nowMs::bigint + seconds * 1000::bigint
       from unnest($keys::text[], $seconds::int[], $costs::int[]) as t(key, seconds, cost)
     on conflict (key) do update set
       points = case when r.expire <= $nowMs::bigint then 0 else r.points end + excluded.points,
       expire = case when r.expire <= $nowMs::bigint then excluded.expire else r.expire end
     returning key, points, expire
   )
   select key, points, greatest(1, ceil((expire - $nowMs::bigint) / 1000.0))::int as wait
     from (select * from taken
           union all
           select key, points, expire from rate_limit
            where key = any($readOnlyKeys::text[]) and expire > $nowMs::bigint) as counted`,
)

export const findCounts = statement<LimitCount, { keys: readonly string[]; nowMs: number }>(
  'limit.look',
  `select key, points, greatest(1, ceil((expire - $nowMs::bigint) / 1000.0))::int as wait
     from rate_limit where key = any($keys::text[]) and expire > $nowMs::bigint`,
)

/** Removes one point of each key. */
export const refundPoints = statement<never, { keys: readonly string[] }>(
  'limit.refund',
  'update rate_limit set points = greatest(points - 1, 0) where key = any($keys::text[])',
)

/** Removes the counts of the key and of the keys that extend it by a colon. ';' follows ':' in the order of bytes. */
export const deleteCountsUnder = statement<never, { key: string }>(
  'limit.clear_under',
  `delete from rate_limit where key = $key::text or (key ~>=~ ($key::text || ':') and key ~<~ ($key::text || ';'))`,
)

/** Removes the counts of the keys. */
export const deleteCounts = statement<never, { keys: readonly string[] }>(
  'limit.clear',
  'delete from rate_limit where key = any($keys::text[])',
)
