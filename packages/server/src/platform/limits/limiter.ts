/**
 * Limits that survive restarts and span processes: fixed windows counted in PostgreSQL, all keys of one call in one
 * statement. In front, keys known to be exhausted are refused from memory; behind, when the database does not answer,
 * each process allows a fifth of the limit by itself: stricter, never open (S-015).
 */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Queryable, statement } from '../db/database.ts'
import { ApiError } from '../errors/api-error.ts'

export interface Take {
  /** unique over all limits: begins with the limit's name */
  readonly key: string
  readonly limit: number
  /** length of the window; Infinity: until cleared */
  readonly seconds: number
  /** 1 unless given; 0 only looks */
  readonly cost?: number
}

export interface Limiter {
  /**
   * Counts every take; throws 20429 with the wait when one is over its limit. A refused call counts against what refused
   * it alone: else an address that has spent its share could go on spending that of accounts and mailboxes.
   */
  take(...takes: readonly Take[]): Promise<void>
  /**
   * Begins what counts only if it fails. A key that nothing counts yet is held in this process and written when the attempt
   * fails; a second attempt beside it, or after a failure, is counted at once. So an honest one writes nothing, and no more
   * than one a process goes ahead of the count. Throws 20429; `row` is only looked at, and counted with a failure.
   * `seen`: what `look` has just found, so that nothing is asked again.
   */
  attempt(takes: readonly Take[], row: Take, seen?: readonly Counted[] | null): Promise<Attempt>
  /**
   * What counts on these, for an attempt of which not all is known yet; null when the database does not answer. Throws 20429
   * when one that counts in `any` case was over its limit a moment ago.
   */
  look(takes: readonly Take[], any: readonly Take[]): Promise<readonly Counted[] | null>
  /** Gives one point back for each key in `back`, forgets the keys in `forget`. Never throws. */
  settle(back: readonly string[], forget?: readonly string[]): Promise<void>
}

export interface Attempt {
  /** Writes what was held, and `row`. Throws 20429 when `row` is over its limit with it. */
  failed(): Promise<void>
  /** Takes back what was counted and forgets `row`. Never throws. */
  succeeded(): Promise<void>
  /** One that ended otherwise was an attempt all the same. Never throws. */
  [Symbol.asyncDispose](): Promise<void>
}

/** What counts on a key at the moment. */
export interface Counted {
  readonly key: string
  readonly points: number
  /** seconds until it begins anew */
  readonly wait: number
}

/** Windows without an end are given one far away. */
const FOREVER = 10 * 365 * 24 * 3600
const REMEMBERED_MAX = 10_000
/** Short, since another process may settle the key meanwhile. */
const REMEMBERED_SECONDS = 1
const FALLBACK_SHARE = 5

/** What is only looked at leaves no row and no write behind. */
const takeAll = statement<Counted, [keys: string[], seconds: number[], costs: number[], looks: string[]]>(
  'limit.take',
  `with now as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms),
   taken as (
     insert into rate_limit as r (key, points, expire)
     select key, cost, now.ms + seconds * 1000::bigint
       from unnest($1::text[], $2::int[], $3::int[]) as t(key, seconds, cost), now
     on conflict (key) do update set
       points = case when r.expire <= (select ms from now) then 0 else r.points end + excluded.points,
       expire = case when r.expire <= (select ms from now) then excluded.expire else r.expire end
     returning key, points, expire
   )
   select key, points, greatest(1, ceil((expire - now.ms) / 1000.0))::int as wait
     from (select * from taken
           union all
           select key, points, expire from rate_limit, now where key = any($4) and expire > now.ms) as counted, now`,
)

/** Only looks: what an honest attempt costs. */
const lookAt = statement<Counted, [keys: readonly string[]]>(
  'limit.look',
  `select key, points, greatest(1, ceil(expire / 1000.0 - extract(epoch from clock_timestamp())))::int as wait
     from rate_limit where key = any($1) and expire > extract(epoch from clock_timestamp()) * 1000`,
)

const settleAll = statement<never, [back: string[], forget: string[]]>(
  'limit.settle',
  `update rate_limit set points = case when key = any($2::text[]) then 0 else greatest(points - 1, 0) end
   where key = any($1::text[] || $2::text[])`,
)

const byKey = (rows: readonly Counted[]): Map<string, Counted> => new Map(rows.map(row => [row.key, row]))

export function createLimiter(db: Queryable, onError: (error: Error) => void): Limiter {
  const exhausted = new Map<string, { readonly at: number; readonly wait: number }>()
  const fallbacks = new Map<string, RateLimiterMemory>()

  const refuse = (wait: number): never => {
    throw new ApiError('too_many_requests', { retryAfter: Math.min(wait, 24 * 3600) })
  }

  const remember = (key: string, wait: number): void => {
    if (exhausted.size >= REMEMBERED_MAX) exhausted.clear()
    exhausted.set(key, { at: Date.now(), wait })
  }

  const takeAlone = async (take: Take): Promise<void> => {
    const points = Math.max(1, Math.floor(take.limit / FALLBACK_SHARE))
    const duration = Math.min(take.seconds, 3600)
    const name = `${points}/${duration}`
    const fallback = fallbacks.get(name) ?? new RateLimiterMemory({ points, duration })
    fallbacks.set(name, fallback)
    await fallback.consume(take.key, take.cost ?? 1).catch(() => refuse(duration))
  }

  /** Refuses from memory what was over its limit a moment ago. */
  const expectNotExhausted = (takes: readonly Take[]): void => {
    for (const { key } of takes) {
      const known = exhausted.get(key)
      if (known === undefined) continue
      const seconds = (Date.now() - known.at) / 1_000
      if (seconds < Math.min(known.wait, REMEMBERED_SECONDS)) refuse(Math.ceil(known.wait - seconds))
      exhausted.delete(key)
    }
  }

  /** Counts, and looks at what costs nothing; undefined when the database does not answer and each was judged alone. */
  const count = async (takes: readonly Take[]): Promise<Map<string, Counted> | undefined> => {
    // One order for all, so that two calls never wait for each other.
    const ordered = takes.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const paid = ordered.filter(take => take.cost !== 0)
    const free = ordered.filter(take => take.cost === 0).map(take => take.key)
    try {
      if (paid.length === 0) return byKey(await lookAt(db, free))
      const rows = await takeAll(
        db,
        paid.map(take => take.key),
        paid.map(take => Math.min(take.seconds, FOREVER)),
        paid.map(take => take.cost ?? 1),
        free,
      )
      return byKey(rows)
    } catch (error) {
      onError(error as Error)
      return judgeAlone(ordered)
    }
  }

  const judgeAlone = async (takes: readonly Take[]): Promise<undefined> => {
    for (const take of takes) await takeAlone(take)
  }

  const take = async (...takes: readonly Take[]): Promise<void> => {
    expectNotExhausted(takes)
    const points = await count(takes)
    const over = takes.flatMap(({ key, limit, cost }) => {
      const row = points?.get(key)
      return row && (cost === 0 ? row.points >= limit : row.points > limit) ? [row] : []
    })
    const [first] = over
    if (first === undefined) return
    for (const { key, wait } of over) remember(key, wait)
    const spared = takes.filter(({ key, cost }) => cost !== 0 && !over.some(row => row.key === key))
    if (spared.length > 0)
      await settleAll(
        db,
        spared.map(({ key }) => key),
        [],
      ).catch(onError)
    refuse(first.wait)
  }

  const settle = async (back: readonly string[], forget: readonly string[] = []): Promise<void> => {
    for (const key of [...back, ...forget]) exhausted.delete(key)
    await settleAll(db, [...back], [...forget]).catch(onError)
  }

  /** what an attempt under way in this process will count if it fails */
  const held = new Set<string>()

  return {
    take,
    async look(takes, any) {
      expectNotExhausted(any)
      try {
        return await lookAt(
          db,
          takes.map(take => take.key),
        )
      } catch (error) {
        onError(error as Error)
        return null
      }
    },
    async attempt(takes, row, seen) {
      const looks = [...takes, row].map(one => ({ ...one, cost: 0 }))
      expectNotExhausted(looks)
      const found = seen === undefined ? count(looks) : seen === null ? judgeAlone(looks) : byKey(seen)
      const points = await found
      const over = looks.flatMap(({ key, limit }) => {
        const counted = points?.get(key)
        return counted && counted.points >= limit ? [counted] : []
      })
      for (const { key, wait } of over) remember(key, wait)
      if (over[0]) refuse(over[0].wait)

      const isIdle = ({ key }: Take): boolean => !held.has(key) && !points?.get(key)?.points
      const holding = takes.filter(isIdle)
      const counted = takes.filter(one => !isIdle(one))
      for (const { key } of holding) held.add(key)
      const release = (): void => {
        for (const { key } of holding) held.delete(key)
      }
      try {
        if (counted.length > 0) await take(...counted)
      } catch (error) {
        release()
        throw error
      }
      let ended = false
      return {
        failed() {
          ended = true
          return take(row, ...holding).finally(release)
        },
        async succeeded() {
          ended = true
          release()
          const forget = points?.get(row.key)?.points ? [row.key] : []
          const back = counted.map(({ key }) => key)
          if (back.length + forget.length > 0) await settle(back, forget)
        },
        async [Symbol.asyncDispose]() {
          if (ended) return
          await take(...holding)
            .catch(() => undefined)
            .finally(release)
        },
      }
    },
    settle,
  }
}
