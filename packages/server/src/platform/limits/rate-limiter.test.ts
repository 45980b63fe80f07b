import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { ApiError } from '../errors/api-error.ts'
import { createRateLimiter, type RateLimit, type RateLimiter } from './rate-limiter.ts'

let database: TestDatabase
let db: Database
let faults: Error[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, poolSize: 4, onError: () => undefined })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

let count = 0
/** A key of its own, so that tests share nothing. */
const take = (more: Partial<RateLimit> = {}): RateLimit => ({
  key: `test:${++count}`,
  limit: 3,
  seconds: 60,
  ...more,
})
const limiter = (): RateLimiter => createRateLimiter(db, error => faults.push(error))

/** Seconds to wait, or 0 when it was let through. */
const waitOf = async (work: Promise<void>): Promise<number> =>
  work.then(
    () => 0,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 20429) return error.retryAfter ?? -1
      throw error
    },
  )

test('so many are let through in a window, and no more', async () => {
  const one = take()
  const limits = limiter()
  for (let i = 0; i < 3; i++) expect(await waitOf(limits.consume(one))).toBe(0)
  const wait = await waitOf(limits.consume(one))
  expect(wait).toBeGreaterThan(55)
  expect(wait).toBeLessThanOrEqual(60)
})

test('a hundred at once over two processes are counted one by one', async () => {
  const one = take({ limit: 10 })
  const both = [limiter(), limiter()] as const
  const waits = await Promise.all(
    Array.from({ length: 100 }, (_, i) => waitOf(both[i % 2 === 0 ? 0 : 1].consume(one))),
  )
  expect(waits.filter(wait => wait === 0)).toHaveLength(10)
})

test('a refused call uses up nothing else', async () => {
  const [spent, other] = [take({ limit: 1 }), take({ limit: 2 })]
  await limiter().consume(spent)
  // Each by a process of its own, which remembers nothing.
  for (let i = 0; i < 4; i++) expect(await waitOf(limiter().consume(other, spent))).toBeGreaterThan(0)
  expect(await waitOf(limiter().consume(other))).toBe(0)
})

test('a window that is over begins anew', async () => {
  const one = take({ limit: 1 })
  expect(await waitOf(limiter().consume(one))).toBe(0)
  await db.query({ text: 'update rate_limit set expire = 0 where key = $1', values: [one.key] })
  expect(await waitOf(limiter().consume(one))).toBe(0)
})

test('a look costs nothing and sees the end', async () => {
  const one = take({ limit: 2 })
  const look = { ...one, cost: 0 }
  const limits = limiter()
  for (let i = 0; i < 5; i++) expect(await waitOf(limits.consume(look))).toBe(0)
  await limits.consume(one)
  await limits.consume(one)
  expect(await waitOf(limits.consume(look))).toBeGreaterThan(0)
})

test('what is given back can be taken again, at once and in every process that has not refused', async () => {
  const one = take({ limit: 1 })
  const limits = limiter()
  await limits.consume(one)
  expect(await waitOf(limits.consume(one))).toBeGreaterThan(0)
  await limits.refund([], [one.key])
  expect(await waitOf(limits.consume(one))).toBe(0)
  await limits.refund([one.key])
  expect(await waitOf(limiter().consume(one))).toBe(0)
})

test('giving back never makes a debt', async () => {
  const one = take({ limit: 1 })
  await limiter().refund([one.key, one.key], [one.key])
  await limiter().consume(one)
  expect(await waitOf(limiter().consume(one))).toBeGreaterThan(0)
})

test('several limits are taken together, in any order, without waiting for each other', async () => {
  const keys = Array.from({ length: 6 }, () => take({ limit: 1_000 }))
  const limits = limiter()
  const waits = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      waitOf(limits.consume(...keys.slice(i % 6), ...keys.slice(0, i % 6))),
    ),
  )
  expect(waits.every(wait => wait === 0)).toBe(true)
})

test('the refusal names the wait of a limit that is over, whichever it is', async () => {
  const narrow = take({ limit: 1, seconds: 500 })
  const wide = take({ limit: 100, seconds: 60 })
  const limits = limiter()
  await limits.consume(wide, narrow)
  expect(await waitOf(limits.consume(wide, narrow))).toBeGreaterThan(400)
})

test('a limit without an end names a day at the most', async () => {
  const one = take({ limit: 1, seconds: Number.POSITIVE_INFINITY })
  await limiter().consume(one)
  expect(await waitOf(limiter().consume(one))).toBe(24 * 3600)
})

test('without a database a fifth is let through, and the fault is told', async () => {
  faults = []
  const away = { query: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) }
  const limits = createRateLimiter(away, error => faults.push(error))
  const one = take({ limit: 10 })
  const waits = []
  for (let i = 0; i < 6; i++) waits.push(await waitOf(limits.consume(one)))
  expect(waits.map(wait => wait === 0)).toEqual([true, true, false, false, false, false])
  expect(faults).toHaveLength(6)
  await limits.refund([one.key])
})

const pointsOf = async (...keys: string[]): Promise<number[]> => {
  const { rows } = await db.query<{ points: number }>({
    text: 'select points from unnest($1::text[]) with ordinality as t(key, place) join rate_limit using (key) order by place',
    values: [keys],
  })
  return rows.map(({ points }) => points)
}

test('an attempt that succeeds writes nothing; one that fails counts everything', async () => {
  const [one, row] = [take(), take({ limit: 5 })]
  const limits = limiter()
  await (await limits.startAttempt([one], row)).succeeded()
  expect(await pointsOf(one.key, row.key)).toEqual([])
  await (await limits.startAttempt([one], row)).failed()
  expect(await pointsOf(one.key, row.key)).toEqual([1, 1])
  await (await limits.startAttempt([one], row)).succeeded()
  expect(await pointsOf(one.key, row.key)).toEqual([1, 0])
})

test('an attempt that ends in neither way counts', async () => {
  const [one, row] = [take(), take()]
  {
    await using attempt = await limiter().startAttempt([one], row)
    expect(attempt).toBeDefined()
  }
  expect(await pointsOf(one.key, row.key)).toEqual([1])
})

test('of attempts at once over two processes, no more than one each goes ahead of the count', async () => {
  const [one, row] = [take({ limit: 3 }), take({ limit: 100 })]
  const both = [limiter(), limiter()] as const
  const begun = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => both[i % 2 === 0 ? 0 : 1].startAttempt([one], row)),
  )
  expect(begun.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3 + 2)
})

test('without a database attempts at once are let through by a fifth', async () => {
  const away = { query: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) }
  const limits = createRateLimiter(away, () => undefined)
  const [one, row] = [take({ limit: 10 }), take({ limit: 100 })]
  const begun = await Promise.allSettled(Array.from({ length: 10 }, () => limits.startAttempt([one], row)))
  expect(begun.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3)
})

test('an attempt goes by what was looked at before it, and asks nothing again', async () => {
  const [one, row] = [take({ limit: 2 }), take({ limit: 100 })]
  const limits = limiter()
  await limits.consume(one)
  const early = await limits.readCounts([one, row], [])
  expect(early?.map(({ key, points }) => [key, points])).toEqual([[one.key, 1]])
  await limits.consume(one)
  const seen = await limits.readCounts([one, row], [])
  await expect(limits.startAttempt([one], row, seen)).rejects.toMatchObject({ code: 20429 })
})

test('a look refuses from memory what counts in any case, and only that', async () => {
  const [one, other] = [take({ limit: 1 }), take()]
  const limits = limiter()
  await limits.consume(one)
  expect(await waitOf(limits.consume(one))).toBeGreaterThan(0)
  await expect(limits.readCounts([one, other], [one])).rejects.toMatchObject({ code: 20429 })
  expect(await limits.readCounts([one, other], [other])).toMatchObject([{ key: one.key }])
})

test('a look without a database tells nothing, and the attempts after it are let through by a fifth', async () => {
  const away = { query: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) }
  const limits = createRateLimiter(away, () => undefined)
  const [one, row] = [take({ limit: 10 }), take({ limit: 100 })]
  const seen = await limits.readCounts([one, row], [])
  expect(seen).toBeNull()
  const begun = []
  for (let i = 0; i < 10; i++) {
    const attempt = limits.startAttempt([one], row, seen)
    begun.push(await waitOf(attempt.then(it => it.failed())))
  }
  expect(begun.filter(wait => wait === 0)).toHaveLength(2)
})
