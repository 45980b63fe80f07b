import { expect, test, vi } from 'vitest'
import type { Queryable } from './database.ts'
import { createDatabaseClock } from './database-clock.ts'

/** A database whose clock differs from this machine's by `offsetMs`. */
function createDatabase(offsetMs: number) {
  const query = vi.fn(async () => ({ rows: [{ ms: String(Date.now() + offsetMs) }] }))
  return { db: { query } as unknown as Queryable, query }
}

test('follows the clock of the database and asks for it once', async () => {
  const { db, query } = createDatabase(-300_000)
  const clock = createDatabaseClock(db)
  for (let i = 0; i < 3; i++)
    expect(Math.abs((await clock.now()) - (Date.now() - 300_000))).toBeLessThan(60_000)
  expect(query).toHaveBeenCalledTimes(1)
})

test('asks again after a jump of this machine', async () => {
  const { db, query } = createDatabase(0)
  const clock = createDatabaseClock(db)
  await clock.now()
  const jump = vi
    .spyOn(Date, 'now')
    .mockImplementation(() => performance.timeOrigin + performance.now() - 3_600_000)
  await clock.now()
  expect(query).toHaveBeenCalledTimes(2)
  jump.mockRestore()
})

test('the time is doubtful while the clocks differ, and for ten minutes after a jump', async () => {
  const offset = { ms: 0 }
  const db = { query: async () => ({ rows: [{ ms: String(Date.now() + offset.ms) }] }) } as never
  const clock = createDatabaseClock(db)
  expect(await clock.isTrusted()).toBe(true)
  offset.ms = 1_100 * 86_400_000
  expect([await clock.isTrusted(), await clock.isTrusted()]).toEqual([false, false])
  offset.ms = 0
  expect([await clock.isTrusted(), await clock.isTrusted()]).toEqual([false, false])
  const steady = performance.now()
  const later = vi.spyOn(performance, 'now').mockImplementation(() => steady + 601_000)
  const wall = Date.now()
  const wallLater = vi.spyOn(Date, 'now').mockImplementation(() => wall + 601_000)
  expect(await clock.isTrusted()).toBe(true)
  later.mockRestore()
  wallLater.mockRestore()
})
