/** Rows of rate limits: fixed windows, one row a key. */
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
  { keys: string[]; seconds: number[]; costs: number[]; readOnlyKeys: string[] }
>(
  'limit.take',
  `with now as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms),
   taken as (
     insert into rate_limit as r (key, points, expire)
     select key, cost, now.ms + seconds * 1000::bigint
       from unnest($keys::text[], $seconds::int[], $costs::int[]) as t(key, seconds, cost), now
     on conflict (key) do update set
       points = case when r.expire <= (select ms from now) then 0 else r.points end + excluded.points,
       expire = case when r.expire <= (select ms from now) then excluded.expire else r.expire end
     returning key, points, expire
   )
   select key, points, greatest(1, ceil((expire - now.ms) / 1000.0))::int as wait
     from (select * from taken
           union all
           select key, points, expire from rate_limit, now
            where key = any($readOnlyKeys) and expire > now.ms) as counted, now`,
)

export const findCounts = statement<LimitCount, { keys: readonly string[] }>(
  'limit.look',
  `select key, points, greatest(1, ceil(expire / 1000.0 - extract(epoch from clock_timestamp())))::int as wait
     from rate_limit where key = any($keys) and expire > extract(epoch from clock_timestamp()) * 1000`,
)

/** Removes one point of each key in `refunded` and all points of each key in `cleared`. */
export const removePoints = statement<never, { refunded: string[]; cleared: string[] }>(
  'limit.settle',
  `update rate_limit set points = case when key = any($cleared::text[]) then 0 else greatest(points - 1, 0) end
   where key = any($refunded::text[] || $cleared::text[])`,
)
