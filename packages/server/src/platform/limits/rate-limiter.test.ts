import { expect, test } from 'vitest'
import { useDatabase, useTestDatabase } from '../../../test/support/use-database.ts'
import type { Database } from '../db/database.ts'
import { ApiError } from '../errors/api-error.ts'
import { createRateLimiter, type RateLimit, type RateLimiter } from './rate-limiter.ts'

let errors: Error[] = []
const db = await useDatabase(await useTestDatabase(), { poolSize: 4 })

let count = 0
/** Each limit has a unique key, so that tests are independent. */
const createLimit = (more: Partial<RateLimit> = {}): RateLimit => ({
  key: `test:${++count}`,
  limit: 3,
  seconds: 60,
  ...more,
})
const refuse = () => Promise.reject(Object.assign(new Error('unreachable'), { code: 'ECONNREFUSED' }))
const unreachable = { query: refuse, shardTransaction: refuse }

const limiter = (): RateLimiter => createRateLimiter(db, error => errors.push(error))

/** Returns the seconds to wait, or 0 if the attempt was allowed. */
const waitOf = async (attempt: Promise<void>): Promise<number> =>
  attempt.then(
    () => 0,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 20429) return error.retryAfter ?? -1
      throw error
    },
  )

test('allows as many attempts in a window as the limit', async () => {
  const one = createLimit()
  const limits = limiter()
  for (let i = 0; i < 3; i++) expect(await waitOf(limits.consume(one))).toBe(0)
  const wait = await waitOf(limits.consume(one))
  expect(wait).toBeGreaterThan(55)
  expect(wait).toBeLessThanOrEqual(60)
})

test('counts concurrent attempts in two processes exactly', async () => {
  const one = createLimit({ limit: 10 })
  const both = [limiter(), limiter()] as const
  const waits = await Promise.all(
    Array.from({ length: 100 }, (_, i) => waitOf(both[i % 2 === 0 ? 0 : 1].consume(one))),
  )
  expect(waits.filter(wait => wait === 0)).toHaveLength(10)
})

test('does not count a refused attempt against other limits', async () => {
  const [spent, other] = [createLimit({ limit: 1 }), createLimit({ limit: 2 })]
  await limiter().consume(spent)
  // Each limiter acts as another process, without cached refusals.
  for (let i = 0; i < 4; i++) expect(await waitOf(limiter().consume(other, spent))).toBeGreaterThan(0)
  expect(await waitOf(limiter().consume(other))).toBe(0)
})

test('starts a new window after the previous one expired', async () => {
  const one = createLimit({ limit: 1 })
  expect(await waitOf(limiter().consume(one))).toBe(0)
  await db.query({ text: 'update rate_limit set expire = 0 where key = $1', values: [one.key] })
  expect(await waitOf(limiter().consume(one))).toBe(0)
})

test('checks a limit without counting if the cost is 0', async () => {
  const one = createLimit({ limit: 2 })
  const check = { ...one, cost: 0 }
  const limits = limiter()
  for (let i = 0; i < 5; i++) expect(await waitOf(limits.consume(check))).toBe(0)
  await limits.consume(one)
  await limits.consume(one)
  expect(await waitOf(limits.consume(check))).toBeGreaterThan(0)
})

test('allows a refunded attempt again, in this process and in every process without a cached refusal', async () => {
  const one = createLimit({ limit: 1 })
  const limits = limiter()
  await limits.consume(one)
  expect(await waitOf(limits.consume(one))).toBeGreaterThan(0)
  await limits.refund([], [one.key])
  expect(await waitOf(limits.consume(one))).toBe(0)
  await limits.refund([one.key])
  expect(await waitOf(limiter().consume(one))).toBe(0)
})

test('never refunds more than was counted', async () => {
  const one = createLimit({ limit: 1 })
  await limiter().refund([one.key, one.key], [one.key])
  await limiter().consume(one)
  expect(await waitOf(limiter().consume(one))).toBeGreaterThan(0)
})

test('consumes several limits together in any order without deadlock', async () => {
  const keys = Array.from({ length: 6 }, () => createLimit({ limit: 1_000 }))
  const limits = limiter()
  const waits = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      waitOf(limits.consume(...keys.slice(i % 6), ...keys.slice(0, i % 6))),
    ),
  )
  expect(waits.every(wait => wait === 0)).toBe(true)
})

test('reports the wait time of the limit that is exhausted', async () => {
  const narrow = createLimit({ limit: 1, seconds: 500 })
  const wide = createLimit({ limit: 100, seconds: 60 })
  const limits = limiter()
  await limits.consume(wide, narrow)
  expect(await waitOf(limits.consume(wide, narrow))).toBeGreaterThan(400)
})

test('reports a wait of at most one day for a limit that never expires', async () => {
  const one = createLimit({ limit: 1, seconds: Number.POSITIVE_INFINITY })
  await limiter().consume(one)
  expect(await waitOf(limiter().consume(one))).toBe(24 * 3600)
})

test('allows a fifth of the attempts without a database, and reports the errors', async () => {
  errors = []
  const limits = createRateLimiter(unreachable, error => errors.push(error))
  const one = createLimit({ limit: 10 })
  const waits = []
  for (let i = 0; i < 6; i++) waits.push(await waitOf(limits.consume(one)))
  expect(waits.map(wait => wait === 0)).toEqual([true, true, false, false, false, false])
  expect(errors).toHaveLength(6)
  await limits.refund([one.key])
})

const pointsOf = async (...keys: string[]): Promise<number[]> => {
  const { rows } = await db.query<{ points: number }>({
    text: 'select points from unnest($1::text[]) with ordinality as t(key, place) join rate_limit using (key) order by place',
    values: [keys],
  })
  return rows.map(({ points }) => points)
}

test('counts a failed attempt in all limits, and a successful attempt in none', async () => {
  const [one, row] = [createLimit(), createLimit({ limit: 5 })]
  const limits = limiter()
  await (await limits.startAttempt({ limits: [one], failureLimit: row, clearedKeys: [row.key] })).succeeded()
  expect(await pointsOf(one.key, row.key)).toEqual([])
  await (await limits.startAttempt({ limits: [one], failureLimit: row, clearedKeys: [row.key] })).failed()
  expect(await pointsOf(one.key, row.key)).toEqual([1, 1])
  await (await limits.startAttempt({ limits: [one], failureLimit: row, clearedKeys: [row.key] })).succeeded()
  expect(await pointsOf(one.key, row.key)).toEqual([1])
})

test('refunds an attempt that is withdrawn', async () => {
  const [one, row] = [createLimit(), createLimit()]
  const limits = limiter()
  const rules = { limits: [one], failureLimit: row, clearedKeys: [row.key] }
  await (await limits.startAttempt(rules)).failed()
  await (await limits.startAttempt(rules)).withdraw()
  expect(await pointsOf(one.key, row.key)).toEqual([1, 1])
})

test('counts an attempt that ends without a result', async () => {
  const [one, row] = [createLimit(), createLimit()]
  {
    await using attempt = await limiter().startAttempt({
      limits: [one],
      failureLimit: row,
      clearedKeys: [row.key],
    })
    expect(attempt).toBeDefined()
  }
  expect(await pointsOf(one.key, row.key)).toEqual([1])
})

test('allows at most one uncounted attempt per process when attempts are concurrent', async () => {
  const [one, row] = [createLimit({ limit: 3 }), createLimit({ limit: 100 })]
  const both = [limiter(), limiter()] as const
  const started = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) =>
      both[i % 2 === 0 ? 0 : 1].startAttempt({ limits: [one], failureLimit: row, clearedKeys: [row.key] }),
    ),
  )
  expect(started.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3 + 2)
})

test('allows a fifth of concurrent attempts without a database', async () => {
  const limits = createRateLimiter(unreachable, () => undefined)
  const [one, row] = [createLimit({ limit: 10 }), createLimit({ limit: 100 })]
  const started = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      limits.startAttempt({ limits: [one], failureLimit: row, clearedKeys: [row.key] }),
    ),
  )
  expect(started.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3)
})

test('uses counts that were read before the attempt instead of reading them again', async () => {
  const [one, row] = [createLimit({ limit: 2 }), createLimit({ limit: 100 })]
  const limits = limiter()
  await limits.consume(one)
  const early = await limits.readCounts([one.key, row.key])
  expect(early?.map(({ key, points }) => [key, points])).toEqual([[one.key, 1]])
  await limits.consume(one)
  const seen = await limits.readCounts([one.key, row.key])
  await expect(limits.startAttempt({ limits: [one], failureLimit: row, counts: seen })).rejects.toMatchObject(
    {
      code: 20429,
    },
  )
})

test('looks at several keys by one query, and on a distributed database by one for each', async () => {
  const [one, other] = [createLimit(), createLimit()]
  await limiter().consume(one, other)
  for (const isDistributed of [false, true]) {
    const names: string[] = []
    const on: Pick<Database, 'query'> = {
      query(config) {
        names.push(config.name ?? '')
        return db.query(config)
      },
    }
    const limits = createRateLimiter(db, error => errors.push(error), { isDistributed })
    const counts = await limits.readCounts([one.key, other.key, 'test:unused'], [], on)
    expect(counts?.map(({ key, points }) => [key, points]).toSorted()).toEqual(
      [one, other].map(({ key }) => [key, 1]).toSorted(),
    )
    expect(names).toHaveLength(isDistributed ? 3 : 1)
  }
})

test('refuses from memory only for limits that count every attempt', async () => {
  const [one, other] = [createLimit({ limit: 1 }), createLimit()]
  const limits = limiter()
  await limits.consume(one)
  expect(await waitOf(limits.consume(one))).toBeGreaterThan(0)
  await expect(limits.readCounts([one.key, other.key], [one])).rejects.toMatchObject({ code: 20429 })
  expect(await limits.readCounts([one.key, other.key], [other])).toMatchObject([{ key: one.key }])
})

test('returns no counts without a database, and allows a fifth of the attempts', async () => {
  const limits = createRateLimiter(unreachable, () => undefined)
  const [one, row] = [createLimit({ limit: 10 }), createLimit({ limit: 100 })]
  const seen = await limits.readCounts([one.key, row.key])
  expect(seen).toBeNull()
  const started = []
  for (let i = 0; i < 10; i++) {
    const attempt = limits.startAttempt({ limits: [one], failureLimit: row, counts: seen })
    started.push(await waitOf(attempt.then(it => it.failed())))
  }
  expect(started.filter(wait => wait === 0)).toHaveLength(2)
})
