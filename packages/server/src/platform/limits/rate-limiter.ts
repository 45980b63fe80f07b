/**
 * Rate limiter backed by PostgreSQL. Counts survive restarts and are shared by all processes. The keys of one request are
 * counted in one transaction. A key that is known to be exhausted is rejected from memory. While the database is unreachable,
 * each process allows a fifth of the limit: stricter, never open (S-015).
 */
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Queryable } from '../db/database.ts'
import { createDatabaseClock } from '../db/database-clock.ts'
import { ApiError } from '../errors/api-error.ts'
import { ExhaustedKeys } from './exhausted-keys.ts'
import { createMemoryFallback } from './memory-fallback.ts'
import type { RateLimit } from './rate-limit.ts'
import {
  addPoints,
  deleteCounts,
  deleteCountsUnder,
  findCounts,
  type LimitCount,
  type LimitsDatabase,
  refundPoints,
} from './rate-limit-store.ts'

export type { RateLimit } from './rate-limit.ts'
export type { LimitCount } from './rate-limit-store.ts'

export interface RateLimiter {
  /**
   * Counts one request against every limit. Throws `too_many_requests` with the wait if one of them is exceeded. A rejected
   * request counts against the exceeded limits only: otherwise an address over its own limit could use up those of accounts
   * and mailboxes.
   */
  consume(...limits: readonly RateLimit[]): Promise<void>
  /**
   * Starts an attempt that counts only if it fails. The first attempt on an unused key is pending in this process and written
   * on failure; an attempt beside it, or after a failure, is counted at once. A successful attempt therefore writes nothing,
   * and at most one attempt per process is not counted yet. Throws `too_many_requests`.
   */
  startAttempt(rules: AttemptRules): Promise<Attempt>
  /**
   * The current counts of the keys; null if the database is unreachable. Throws `too_many_requests` if one of `certain`, the
   * limits that apply in any case, was exceeded a moment ago. `on`: a connection that the caller has.
   */
  readCounts(
    keys: readonly string[],
    certain?: readonly RateLimit[],
    on?: Queryable,
  ): Promise<readonly LimitCount[] | null>
  /** Counts one request without a limit, and returns the count. Rejects if the database is unreachable. */
  count(counter: Pick<RateLimit, 'key' | 'seconds'>): Promise<number>
  /** Removes one point from each key in `refunded` and the counts of the keys in `cleared`. Never throws. */
  refund(refunded: readonly string[], cleared?: readonly string[]): Promise<void>
  /** Removes the counts of the keys and of all keys that extend one of them by a colon. Never throws. */
  clearUnder(keys: readonly string[]): Promise<void>
}

export interface AttemptRules {
  readonly limits: readonly RateLimit[]
  /** checked now and counted on failure */
  readonly failureLimit?: RateLimit
  /** keys whose counts a success removes */
  readonly clearedKeys?: readonly string[]
  /** the result of `readCounts` for all these keys, which saves a query */
  readonly counts?: readonly LimitCount[] | null | undefined
}

export interface Attempt {
  /** Counts the pending limits and the failure limit. Throws `too_many_requests` if that exceeds the failure limit. */
  failed(): Promise<void>
  /** Refunds what was counted and removes the counts of the cleared keys. Never throws. */
  succeeded(): Promise<void>
  /** Refunds what was counted: nothing was guessed. Never throws. */
  withdraw(): Promise<void>
  /** Counts an attempt that ended without a result. Never throws. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Stored for a window without an end. */
const ENDLESS_SECONDS = 10 * 365 * DAY_SECONDS
const RETRY_AFTER_MAX_SECONDS = DAY_SECONDS

const byKey = (counts: readonly LimitCount[]): Map<string, LimitCount> =>
  new Map(counts.map(count => [count.key, count]))

const keysOf = (limits: readonly RateLimit[]): string[] => limits.map(({ key }) => key)

/** Whether a limit was exceeded, and not that a call failed otherwise. */
export const isOverLimit = (error: unknown): boolean =>
  error instanceof ApiError && error.errorName === 'too_many_requests'

/** Reads a key without checking it. */
const unchecked = (key: string): RateLimit => ({ key, limit: Number.POSITIVE_INFINITY, seconds: 0, cost: 0 })

/** The kind of limit is the part of the key before what it counts: `fail-short:…`. */
const reject = (wait: number, key: string): never => {
  const [limit = ''] = key.split(':')
  throw new ApiError('too_many_requests', { retryAfter: Math.min(wait, RETRY_AFTER_MAX_SECONDS), limit })
}

export function createRateLimiter(
  db: LimitsDatabase,
  onError: (error: Error) => void,
  { isDistributed = false }: { readonly isDistributed?: boolean } = {},
): RateLimiter {
  const exhausted = new ExhaustedKeys()
  const clock = createDatabaseClock(db)
  const fallback = createMemoryFallback()
  /** keys of the attempts in this process that are not counted yet */
  const pending = new Set<string>()

  const assertNotExhausted = (limits: readonly RateLimit[]): void => {
    for (const { key, limit } of limits) {
      // Counted only: another request may have found the key over a limit.
      if (limit === Number.POSITIVE_INFINITY) continue
      const wait = exhausted.waitOf(key)
      if (wait !== undefined) reject(wait, key)
    }
  }

  const consumeInMemory = async (limits: readonly RateLimit[]): Promise<undefined> => {
    const wait = await fallback(limits)
    if (wait !== undefined) reject(wait, limits[0]?.key ?? '')
  }

  /** The counts after counting; undefined if the database is unreachable and each limit was checked in memory. */
  const count = async (limits: readonly RateLimit[]): Promise<Map<string, LimitCount> | undefined> => {
    // All requests lock keys in one order, so that two of them cannot deadlock.
    const ordered = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const counted = ordered.filter(({ cost }) => cost !== 0)
    const readOnlyKeys = keysOf(ordered.filter(({ cost }) => cost === 0))
    try {
      const nowMs = await clock.now()
      if (counted.length === 0)
        return byKey(await findCounts(db, { keys: readOnlyKeys, nowMs }, isDistributed))
      const counts = await addPoints(db, {
        costs: counted.map(({ key, seconds, cost = 1 }) => ({
          ...{ key, cost },
          seconds: Math.min(seconds, ENDLESS_SECONDS),
        })),
        readOnlyKeys,
        nowMs,
      })
      return byKey(counts)
    } catch (error) {
      onError(error as Error)
      return consumeInMemory(ordered)
    }
  }

  const consume = async (...limits: readonly RateLimit[]): Promise<void> => {
    assertNotExhausted(limits)
    const counts = await count(limits)
    const exceeded = limits.flatMap(({ key, limit, cost }) => {
      const found = counts?.get(key)
      return found && (cost === 0 ? found.points >= limit : found.points > limit) ? [found] : []
    })
    const [first] = exceeded
    if (first === undefined) return
    for (const limitCount of exceeded) exhausted.add(limitCount)
    const refunded = keysOf(
      limits.filter(({ key, cost }) => cost !== 0 && !exceeded.some(one => one.key === key)),
    )
    if (refunded.length > 0) await refundPoints(db, refunded).catch(onError)
    reject(first.wait, first.key)
  }

  const refund = async (refunded: readonly string[], cleared: readonly string[] = []): Promise<void> => {
    for (const key of [...refunded, ...cleared]) exhausted.delete(key)
    await Promise.all([
      refunded.length > 0 && refundPoints(db, refunded),
      cleared.length > 0 && deleteCounts(db, cleared),
    ]).catch(onError)
  }

  return {
    consume,
    refund,
    async clearUnder(keys) {
      for (const key of keys) exhausted.deleteUnder(key)
      await Promise.all(keys.map(key => deleteCountsUnder(db, { key }))).catch(onError)
    },
    async count({ key, seconds }) {
      const nowMs = await clock.now()
      const [counted] = await addPoints(db, {
        costs: [{ key, seconds, cost: 1 }],
        readOnlyKeys: [],
        nowMs,
      })
      return counted?.points ?? 0
    },
    async readCounts(keys, certain = [], on = db) {
      assertNotExhausted(certain)
      try {
        return await findCounts(on, { keys, nowMs: await clock.now() }, isDistributed)
      } catch (error) {
        onError(error as Error)
        return null
      }
    },
    async startAttempt({ limits, failureLimit, clearedKeys = [], counts: given }) {
      const checked = [...limits, ...(failureLimit ? [failureLimit] : [])].map(limit => ({
        ...limit,
        cost: 0,
      }))
      assertNotExhausted(checked)
      const counts = await (given === undefined
        ? count([...checked, ...clearedKeys.map(unchecked)])
        : given === null
          ? consumeInMemory(checked)
          : byKey(given))
      const exceeded = checked.flatMap(({ key, limit }) => {
        const found = counts?.get(key)
        return found && found.points >= limit ? [found] : []
      })
      for (const limitCount of exceeded) exhausted.add(limitCount)
      if (exceeded[0]) reject(exceeded[0].wait, exceeded[0].key)

      const isUnused = ({ key }: RateLimit): boolean => !pending.has(key) && !counts?.get(key)?.points
      const [uncounted, counted] = [limits.filter(isUnused), limits.filter(limit => !isUnused(limit))]
      for (const { key } of uncounted) pending.add(key)
      let ended = false
      const end = (): void => {
        ended = true
        for (const { key } of uncounted) pending.delete(key)
      }
      try {
        if (counted.length > 0) await consume(...counted)
      } catch (error) {
        end()
        throw error
      }
      const countFailure = (...more: RateLimit[]): Promise<void> =>
        consume(...more, ...uncounted).finally(end)
      const settle = async (cleared: readonly string[]): Promise<void> => {
        end()
        const refunded = keysOf(counted).filter(key => !cleared.includes(key))
        if (refunded.length + cleared.length > 0) await refund(refunded, cleared)
      }
      return {
        failed: () => countFailure(...(failureLimit ? [failureLimit] : [])),
        succeeded: () => settle(clearedKeys.filter(key => counts?.get(key)?.points)),
        withdraw: () => settle([]),
        async [Symbol.asyncDispose]() {
          if (!ended) await countFailure().catch(() => undefined)
        },
      }
    },
  }
}
