/**
 * Queries of many callers on few connections, each with several queries in flight. With a connection for each query, the pool
 * would bound the queries per round trip, and a distant database would answer few a second.
 */
import type pg from 'pg'
import type { Queryable } from './queryable.ts'

export interface QueryLanesOptions {
  acquire(): Promise<pg.PoolClient>
  release(client: pg.PoolClient, broken: Error | undefined): void
  /** Sends a query on a connection. */
  send<R extends pg.QueryResultRow>(client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult<R>>
  isBroken(error: unknown): boolean
}

interface Lane {
  readonly client: Promise<pg.PoolClient>
  /** of each query in flight, oldest first; on the steady clock */
  readonly sentAt: Set<{ readonly at: number }>
  broken: Error | undefined
}

/** Connections in use at once while queries are answered. Two cores of the database can work. */
const LANES = 2
/** A lane whose oldest query is older gets no further ones: a hanging query must not delay them. */
const STUCK_AFTER_MS = 1_500

/** For reads that take no locks and milliseconds: those on one connection run one after the other. */
export function createQueryLanes({ acquire, release, send, isBroken }: QueryLanesOptions): Queryable {
  const lanes = new Set<Lane>()

  const isUsable = ({ broken, sentAt }: Lane, now: number): boolean => {
    const [oldest] = sentAt
    return broken === undefined && oldest !== undefined && now - oldest.at < STUCK_AFTER_MS
  }
  const pickLane = (now: number): Lane => {
    const usable = [...lanes].filter(lane => isUsable(lane, now))
    const [least] = usable.sort((a, b) => a.sentAt.size - b.sentAt.size)
    if (least !== undefined && usable.length >= LANES) return least
    const lane: Lane = { client: acquire(), sentAt: new Set(), broken: undefined }
    lanes.add(lane)
    return lane
  }

  return {
    async query<R extends pg.QueryResultRow>(config: pg.QueryConfig) {
      const query = { at: performance.now() }
      const lane = pickLane(query.at)
      lane.sentAt.add(query)
      let client: pg.PoolClient | undefined
      try {
        client = await lane.client
        return await send<R>(client, config)
      } catch (error) {
        if (client === undefined || isBroken(error)) lane.broken ??= error as Error
        throw error
      } finally {
        lane.sentAt.delete(query)
        if (lane.sentAt.size === 0) {
          lanes.delete(lane)
          if (client !== undefined) release(client, lane.broken)
        }
      }
    },
  }
}
