/** Rows of rate limits: fixed windows, one row a key. `nowMs`: the database's time, see `createDatabaseClock`. */
import { type Database, type Queryable, statement } from '../db/database.ts'

/** The count of a key in its current window. */
export interface LimitCount {
  readonly key: string
  readonly points: number
  /** seconds until the window ends */
  readonly wait: number
}

/** What is counted for one key. */
export interface Cost {
  readonly key: string
  readonly seconds: number
  readonly cost: number
}

const addCost = statement<LimitCount, Cost & { nowMs: number }>(
  'limit.take',
  `insert into rate_limit as r (key, points, expire)
   values ($key, $cost::int, $nowMs::bigint + $seconds::int * 1000::bigint)
   on conflict (key) do update set
     points = case when r.expire <= $nowMs::bigint then 0 else r.points end + excluded.points,
     expire = case when r.expire <= $nowMs::bigint then excluded.expire else r.expire end
   returning r.key, r.points, greatest(1, ceil((r.expire - $nowMs::bigint) / 1000.0))::int as wait`,
)

const findCount = statement<LimitCount, { key: string; nowMs: number }>(
  'limit.look',
  `select key, points, greatest(1, ceil((expire - $nowMs::bigint) / 1000.0))::int as wait
     from rate_limit where key = $key and expire > $nowMs::bigint`,
)

/** Like `findCount`, of several keys. */
const findCountsTogether = statement<LimitCount, { keys: readonly string[]; nowMs: number }>(
  'limit.look_together',
  `select key, points, greatest(1, ceil((expire - $nowMs::bigint) / 1000.0))::int as wait
     from rate_limit where key = any($keys::text[]) and expire > $nowMs::bigint`,
  { scope: 'every shard', because: 'one database' },
)

export type LimitsDatabase = Pick<Database, 'query' | 'shardTransaction'>

/**
 * Adds the costs, and returns the counts of `costs` and of `readOnlyKeys`. A key that is only read is not written. Sends one statement
 * for each key, all of them together, because the keys may be on several shards. Rows are locked in the given order.
 */
export async function addPoints(
  db: LimitsDatabase,
  order: { costs: readonly Cost[]; readOnlyKeys: readonly string[]; nowMs: number },
): Promise<LimitCount[]> {
  const { costs, readOnlyKeys, nowMs } = order
  const [only] = costs
  if (only && costs.length === 1 && readOnlyKeys.length === 0) return addCost(db, { ...only, nowMs })
  const counts = await db.shardTransaction(tx =>
    Promise.all([
      ...costs.map(cost => addCost(tx, { ...cost, nowMs })),
      ...readOnlyKeys.map(key => findCount(tx, { key, nowMs })),
    ]),
  )
  return counts.flat()
}

/** Sends one query for all keys; on a distributed database, one for each key. */
export async function findCounts(
  on: Queryable,
  { keys, nowMs }: { readonly keys: readonly string[]; readonly nowMs: number },
  isDistributed = true,
): Promise<LimitCount[]> {
  if (!isDistributed && keys.length > 1) return findCountsTogether(on, { keys, nowMs })
  return (await Promise.all(keys.map(key => findCount(on, { key, nowMs })))).flat()
}

const refundPoint = statement<never, { key: string }>(
  'limit.refund',
  'update rate_limit set points = greatest(points - 1, 0) where key = $key',
)

/** Removes one point of each key. */
export async function refundPoints(on: Queryable, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map(key => refundPoint(on, { key })))
}

/** Removes the counts of the key and of the keys that extend it by a colon. ';' follows ':' in the order of bytes. */
export const deleteCountsUnder = statement<never, { key: string }>(
  'limit.clear_under',
  `delete from rate_limit where key = $key::text or (key ~>=~ ($key::text || ':') and key ~<~ ($key::text || ';'))`,
  { scope: 'every shard', because: 'credential change' },
)

const deleteCount = statement<never, { key: string }>(
  'limit.clear',
  'delete from rate_limit where key = $key',
)

/** Removes the counts of the keys. */
export async function deleteCounts(on: Queryable, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map(key => deleteCount(on, { key })))
}
