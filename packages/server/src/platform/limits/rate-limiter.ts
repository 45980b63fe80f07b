/**
 * Rate limiter backed by PostgreSQL. Counts survive restarts and are shared by all processes. The keys of one request are
 * counted in one statement. A key that is known to be exhausted is rejected from memory. While the database is unreachable,
 * each process allows a fifth of the limit: stricter, never open (S-015).
 */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Queryable } from '../db/database.ts'
import { ApiError } from '../errors/api-error.ts'
import { ExhaustedKeys } from './exhausted-keys.ts'
import { addPoints, findCounts, type LimitCount, removePoints } from './rate-limit-store.ts'

export type { LimitCount } from './rate-limit-store.ts'

export interface RateLimit {
  /** unique over all limits: starts with the limit's name */
  readonly key: string
  readonly limit: number
  /** length of the window; Infinity: until it is cleared */
  readonly seconds: number
  /** points of one request, default 1; 0: checks the limit without counting */
  readonly cost?: number
}

export interface RateLimiter {
  /**
   * Counts one request against every limit. Throws 'too_many_requests' with the wait if one of them is exceeded. A rejected
   * request counts against the exceeded limits only: otherwise an address over its own limit could use up those of accounts
   * and mailboxes.
   */
  consume(...limits: readonly RateLimit[]): Promise<void>
  /**
   * Starts an attempt that counts only if it fails. The first attempt on an unused key is pending in this process and written
   * on failure; an attempt beside it, or after a failure, is counted at once. A successful attempt therefore writes nothing,
   * and at most one attempt per process is not counted yet. Throws 'too_many_requests'. `failureLimit` is checked now and
   * counted on failure. `known`: the result of `readCounts`, which saves a query.
   */
  startAttempt(
    limits: readonly RateLimit[],
    failureLimit: RateLimit,
    known?: readonly LimitCount[] | null,
  ): Promise<Attempt>
  /**
   * The current counts; null if the database is unreachable. Throws 'too_many_requests' if one of `certain`, the limits that
   * apply in any case, was exceeded a moment ago.
   */
  readCounts(
    limits: readonly RateLimit[],
    certain: readonly RateLimit[],
  ): Promise<readonly LimitCount[] | null>
  /** Removes one point from each key in `refunded` and clears the keys in `cleared`. Never throws. */
  refund(refunded: readonly string[], cleared?: readonly string[]): Promise<void>
}

export interface Attempt {
  /** Counts the pending limits and the failure limit. Throws 'too_many_requests' if that exceeds the failure limit. */
  failed(): Promise<void>
  /** Refunds what was counted and clears the failure limit. Never throws. */
  succeeded(): Promise<void>
  /** Counts an attempt that ended without a result. Never throws. */
  [Symbol.asyncDispose](): Promise<void>
}

const DAY_SECONDS = 24 * 3600
/** Stored for a window without an end. */
const ENDLESS_SECONDS = 10 * 365 * DAY_SECONDS
const RETRY_AFTER_MAX_SECONDS = DAY_SECONDS
const FALLBACK_DIVISOR = 5
const FALLBACK_WINDOW_MAX_SECONDS = 3600

const byKey = (counts: readonly LimitCount[]): Map<string, LimitCount> =>
  new Map(counts.map(count => [count.key, count]))

const keysOf = (limits: readonly RateLimit[]): string[] => limits.map(({ key }) => key)

const reject = (wait: number): never => {
  throw new ApiError('too_many_requests', { retryAfter: Math.min(wait, RETRY_AFTER_MAX_SECONDS) })
}

/** Counts in this process alone, with a fraction of each limit. */
function createFallback() {
  const limiters = new Map<string, RateLimiterMemory>()
  return async function consumeInMemory(limits: readonly RateLimit[]): Promise<undefined> {
    for (const { key, limit, seconds, cost = 1 } of limits) {
      const points = Math.max(1, Math.floor(limit / FALLBACK_DIVISOR))
      const duration = Math.min(seconds, FALLBACK_WINDOW_MAX_SECONDS)
      const name = `${points}/${duration}`
      const limiter = limiters.get(name) ?? new RateLimiterMemory({ points, duration })
      limiters.set(name, limiter)
      await limiter.consume(key, cost).catch(() => reject(duration))
    }
  }
}

export function createRateLimiter(db: Queryable, onError: (error: Error) => void): RateLimiter {
  const exhausted = new ExhaustedKeys()
  const consumeInMemory = createFallback()
  /** keys of the attempts in this process that are not counted yet */
  const pending = new Set<string>()

  const assertNotExhausted = (limits: readonly RateLimit[]): void => {
    for (const { key } of limits) {
      const wait = exhausted.waitOf(key)
      if (wait !== undefined) reject(wait)
    }
  }

  /** The counts after counting; undefined if the database is unreachable and each limit was checked in memory. */
  const count = async (limits: readonly RateLimit[]): Promise<Map<string, LimitCount> | undefined> => {
    // All requests lock keys in one order, so that two of them cannot deadlock.
    const ordered = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const counted = ordered.filter(({ cost }) => cost !== 0)
    const readOnlyKeys = keysOf(ordered.filter(({ cost }) => cost === 0))
    try {
      if (counted.length === 0) return byKey(await findCounts(db, { keys: readOnlyKeys }))
      const counts = await addPoints(db, {
        keys: keysOf(counted),
        seconds: counted.map(({ seconds }) => Math.min(seconds, ENDLESS_SECONDS)),
        costs: counted.map(({ cost }) => cost ?? 1),
        readOnlyKeys,
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
    if (refunded.length > 0) await removePoints(db, { refunded, cleared: [] }).catch(onError)
    reject(first.wait)
  }

  const refund = async (refunded: readonly string[], cleared: readonly string[] = []): Promise<void> => {
    for (const key of [...refunded, ...cleared]) exhausted.delete(key)
    await removePoints(db, { refunded: [...refunded], cleared: [...cleared] }).catch(onError)
  }

  return {
    consume,
    refund,
    async readCounts(limits, certain) {
      assertNotExhausted(certain)
      try {
        return await findCounts(db, { keys: keysOf(limits) })
      } catch (error) {
        onError(error as Error)
        return null
      }
    },
    async startAttempt(limits, failureLimit, known) {
      const checked = [...limits, failureLimit].map(limit => ({ ...limit, cost: 0 }))
      assertNotExhausted(checked)
      const counts = await (known === undefined
        ? count(checked)
        : known === null
          ? consumeInMemory(checked)
          : byKey(known))
      const exceeded = checked.flatMap(({ key, limit }) => {
        const found = counts?.get(key)
        return found && found.points >= limit ? [found] : []
      })
      for (const limitCount of exceeded) exhausted.add(limitCount)
      if (exceeded[0]) reject(exceeded[0].wait)

      const isUnused = ({ key }: RateLimit): boolean => !pending.has(key) && !counts?.get(key)?.points
      const [uncounted, counted] = [limits.filter(isUnused), limits.filter(limit => !isUnused(limit))]
      for (const { key } of uncounted) pending.add(key)
      const release = (): void => {
        for (const { key } of uncounted) pending.delete(key)
      }
      try {
        if (counted.length > 0) await consume(...counted)
      } catch (error) {
        release()
        throw error
      }
      let ended = false
      return {
        failed() {
          ended = true
          return consume(failureLimit, ...uncounted).finally(release)
        },
        async succeeded() {
          ended = true
          release()
          const cleared = counts?.get(failureLimit.key)?.points ? [failureLimit.key] : []
          const refunded = keysOf(counted)
          if (refunded.length + cleared.length > 0) await refund(refunded, cleared)
        },
        async [Symbol.asyncDispose]() {
          if (ended) return
          await consume(...uncounted)
            .catch(() => undefined)
            .finally(release)
        },
      }
    },
  }
}
