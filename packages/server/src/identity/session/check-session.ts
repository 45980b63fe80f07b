/**
 * Session check of every authenticated request. Checks that arrive together are answered by one query. Nothing is cached: a
 * revoked token is refused by every process at its next request.
 */
import { runInScope } from '../../platform/concurrency/call-scope.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DatabaseClock } from '../../platform/db/database-clock.ts'
import { querySpan } from '../../platform/db/trace-database.ts'
import { sha256Hex } from '../../platform/keys/secrets.ts'
import { isSessionToken, sessionTokenUid } from '../../platform/keys/session-token.ts'
import { inSpan, isTracing } from '../../platform/tracing/tracing.ts'
import { findSessionOnShard, requireLive } from './find-session.ts'
import type { SessionCheck } from './session-claims.ts'
import { findSessions, hashArray, type SessionKey, type SessionRow, touchSessions } from './session-store.ts'

export interface StoppableSessionCheck extends SessionCheck {
  stop(): Promise<void>
}

type FoundSession = Omit<SessionRow, 'position'>
type PendingCheck = PromiseWithResolvers<FoundSession | undefined>

/** The last use of a session is stored again after this idle time. */
const TOUCH_IDLE_SECONDS = 300
const TOUCH_INTERVAL_MS = 1_000
const BATCH_MAX = 500
/** More checks wait for the next query: answered together, each costs a fraction. */
const CONCURRENT_QUERIES_MAX = 2
/** This many checks are sent at once: beside a query that runs, and without waiting for the event loop to read further requests. */
const FULL_BATCH_SIZE = 24
/** A query that takes longer no longer counts as concurrent: one that hangs must not delay the others. */
const SLOW_QUERY_MS = 20

export function createSessionCheck(
  db: Database,
  clock: Pick<DatabaseClock, 'isTrusted'>,
  onError: (error: Error) => void,
  { isDistributed = false }: { readonly isDistributed?: boolean } = {},
): StoppableSessionCheck {
  /**
   * Pending checks by token: requests with the same token share one. A new map for each query: the backing tables that a
   * growing map leaves behind keep all former entries alive over many garbage collections.
   */
  let pending = new Map<string, PendingCheck>()
  let used = new Map<string, SessionKey>()
  let runningQueries = 0
  let isScheduled = false

  /** A small query beside another one would cost each of its checks nearly as much as a query of its own. */
  const isDue = (): boolean =>
    pending.size > 0 &&
    runningQueries < (isDistributed || pending.size >= FULL_BATCH_SIZE ? CONCURRENT_QUERIES_MAX : 1)

  const schedule = (): void => {
    if (!isDue()) return
    if (pending.size >= FULL_BATCH_SIZE) {
      runQuery()
      return
    }
    if (isScheduled) return
    isScheduled = true
    setImmediate(runQuery)
  }

  const runQuery = (): void => {
    isScheduled = false
    if (!isDue()) return
    const all = [...pending]
    const batch = all.slice(0, BATCH_MAX)
    pending = new Map(all.slice(BATCH_MAX))
    let isCounted = true
    const endQuery = (): void => {
      clearTimeout(slowTimer)
      if (isCounted) runningQueries--
      isCounted = false
      schedule()
    }
    const slowTimer = setTimeout(endQuery, SLOW_QUERY_MS)
    runningQueries++
    // The query is of many calls: in the scope of one it would have its deadline, and its span would go on to later queries.
    runInScope({ deadline: db.createDeadline(), span: undefined }, () =>
      isDistributed ? answerEach(batch) : answerTogether(batch),
    ).finally(endQuery)
    schedule()
  }

  const noteUse = (row: FoundSession): void => {
    if (row.idle > TOUCH_IDLE_SECONDS) used.set(row.handle, row)
  }

  /** With one query. */
  const answerTogether = async (batch: readonly (readonly [string, PendingCheck])[]): Promise<void> => {
    const hashes = hashArray(batch.map(([token]) => sha256Hex(token)))
    try {
      for (const row of await findSessions(db.sharedReads, { hashes })) {
        if (row.live) noteUse(row)
        batch[row.position - 1]?.[1].resolve(row.live ? row : requireLive(clock, row))
      }
      // No effect on checks that were resolved above.
      for (const [, check] of batch) check.resolve(undefined)
    } catch (error) {
      for (const [, check] of batch) check.reject(error)
    }
  }

  /** With a query of one shard each, sent at once: those of a shard that is lost fail, and the others do not. */
  const answerEach = async (batch: readonly (readonly [string, PendingCheck])[]): Promise<void> => {
    await Promise.all(
      batch.map(async ([token, check]) => {
        try {
          const lookup = { hash: sha256Hex(token), uid: sessionTokenUid(token) }
          const row = await findSessionOnShard(db.sharedReads, lookup)
          if (row?.live) noteUse(row)
          check.resolve(row?.live ? row : requireLive(clock, row))
        } catch (error) {
          check.reject(error)
        }
      }),
    )
  }

  const touchUsed = async (): Promise<void> => {
    if (used.size === 0) return
    const sessions = [...used.values()]
    used = new Map()
    await db.shardTransaction(tx => touchSessions(tx, sessions)).catch(onError)
  }
  const timer = setInterval(touchUsed, TOUCH_INTERVAL_MS).unref()

  return {
    check(token) {
      if (!isSessionToken(token)) return Promise.resolve(undefined)
      let check = pending.get(token)
      if (!check) {
        check = Promise.withResolvers()
        pending.set(token, check)
        schedule()
      }
      const { promise } = check
      // The time until the shared query answers.
      return isTracing()
        ? inSpan(
            () => querySpan('session.find', 'calls'),
            () => promise,
          )
        : promise
    },
    async stop() {
      clearInterval(timer)
      await touchUsed()
    },
  }
}
