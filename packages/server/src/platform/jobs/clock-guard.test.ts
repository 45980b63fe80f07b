import { expect, test, vi } from 'vitest'
import { createClockGuard, whenTimeIsTrusted } from './clock-guard.ts'

/** A database whose clock is off by `offset.ms`. */
function setUp() {
  const offset = { ms: 0 }
  const db = { query: async () => ({ rows: [{ ms: String(Date.now() + offset.ms) }] }) } as never
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  return { offset, log, isTrusted: createClockGuard(db, log as never) }
}

test('trusts a database whose clock agrees', async () => {
  const { isTrusted, log } = setUp()
  expect([await isTrusted(), await isTrusted()]).toEqual([true, true])
  expect(log.warn).not.toHaveBeenCalled()
})

test.each([
  ['ahead', 1_100 * 86_400_000],
  ['behind', -61_000],
])(
  'does not run a task while the clock of the database is %s, and runs it again after one doubtful run',
  async (_, ms) => {
    const { offset, isTrusted, log } = setUp()
    const work = vi.fn()
    const task = whenTimeIsTrusted(isTrusted, work)
    offset.ms = ms
    await task({}, {} as never)
    expect(work).not.toHaveBeenCalled()
    expect(log.warn).toHaveBeenCalledOnce()
    offset.ms = 0
    // The way back is a jump.
    await task({}, {} as never)
    expect(work).not.toHaveBeenCalled()
    await task({}, {} as never)
    expect(work).toHaveBeenCalledOnce()
  },
)
