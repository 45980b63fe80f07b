/**
 * Counts an event over all processes and callers, and tells when there were too many of them within the window. The count is
 * written once a second and process: no row is written by every request. It may lag by two seconds.
 */
import type { Queryable } from '../db/database.ts'
import { createDatabaseClock } from '../db/database-clock.ts'
import type { RateLimit } from './rate-limit.ts'
import { addPoints, findCounts } from './rate-limit-store.ts'

const WRITE_INTERVAL_MS = 1_000
const READ_INTERVAL_MS = 2_000

export interface GlobalBrake {
  /** Counts one event. */
  count(): void
  /** Whether the limit was reached in the current window. Never waits. */
  isEngaged(): boolean
}

export function createGlobalBrake(
  db: Queryable,
  { key, limit, seconds }: RateLimit,
  onError: (error: Error) => void,
): GlobalBrake {
  const clock = createDatabaseClock(db)
  /** events of this process that are not written yet */
  let unwritten = 0
  let total = 0
  /** end of the window in which `total` was counted, on this process's steady clock */
  let endsAt = 0
  let readAt = Number.NEGATIVE_INFINITY
  let writing = false

  const synchronize = async (): Promise<void> => {
    readAt = performance.now()
    const cost = unwritten
    unwritten = 0
    try {
      const nowMs = await clock.now()
      const [counted] =
        cost === 0
          ? await findCounts(db, { keys: [key], nowMs })
          : await addPoints(db, { keys: [key], seconds: [seconds], costs: [cost], readOnlyKeys: [], nowMs })
      total = counted?.points ?? 0
      endsAt = performance.now() + (counted?.wait ?? 0) * 1_000
    } catch (error) {
      unwritten += cost
      onError(error as Error)
    }
  }

  return {
    count() {
      unwritten += 1
      if (writing) return
      writing = true
      setTimeout(() => {
        writing = false
        void synchronize()
      }, WRITE_INTERVAL_MS).unref()
    },
    isEngaged() {
      if (performance.now() - readAt > READ_INTERVAL_MS) void synchronize()
      const written = performance.now() < endsAt ? total : 0
      return written + unwritten >= limit
    },
  }
}
