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
