/**
 * Threshold of an event over all callers and processes. Each process writes its count once a second, so that not every request
 * writes a row. The count may be two seconds old.
 */
import { createSerialTask } from '../concurrency/serial-task.ts'
import { createDatabaseClock } from '../db/database-clock.ts'
import type { RateLimit } from './rate-limit.ts'
import { addPoints, findCounts, type LimitsDatabase } from './rate-limit-store.ts'

const WRITE_INTERVAL_MS = 1_000
const READ_INTERVAL_MS = 2_000

export interface GlobalThreshold {
  /** Counts one event. */
  count(): void
  /** Whether the threshold is reached in the current window. Synchronous: uses the last count that was read. */
  isReached(): boolean
}

export function createGlobalThreshold(
  db: LimitsDatabase,
  { key, limit, seconds }: RateLimit,
  onError: (error: Error) => void,
): GlobalThreshold {
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
          : await addPoints(db, { costs: [{ key, seconds, cost }], readOnlyKeys: [], nowMs })
      total = counted?.points ?? 0
      endsAt = performance.now() + (counted?.wait ?? 0) * 1_000
    } catch (error) {
      unwritten += cost
      throw error
    }
  }
  const synchronizing = createSerialTask(synchronize, onError)

  return {
    count() {
      unwritten += 1
      if (writing) return
      writing = true
      setTimeout(() => {
        writing = false
        synchronizing.start()
      }, WRITE_INTERVAL_MS).unref()
    },
    isReached() {
      if (performance.now() - readAt > READ_INTERVAL_MS) synchronizing.start()
      const written = performance.now() < endsAt ? total : 0
      return written + unwritten >= limit
    },
  }
}
