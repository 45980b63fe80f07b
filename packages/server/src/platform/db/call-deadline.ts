/**
 * The deadline that all waits of a call share: limits, a free connection, each statement (P-08). A call that finds its database
 * gone is answered when the first wait that lasts has used it up, and no further one begins. A distant database gets more time: as
 * much as so many round trips take.
 */
import { currentScope, Deadline } from '../concurrency/call-scope.ts'

/** More than the statements that the longest call sends one after the other. */
const ROUND_TRIPS_MAX = 12
const CALL_MAX_MS = 10_000
/**
 * The round trip is the shortest of at least so many statements. A lost database answers fewer, late ones: they must not make its
 * calls wait longer.
 */
const SAMPLES = 32

export interface CallDeadlines {
  /** of a call that begins now */
  create(): Deadline
  /** Records how long a statement took. */
  observe(ms: number): void
}

export function createCallDeadlines(timeoutMs: number): CallDeadlines {
  let [before, shortest, samples] = [0, Number.POSITIVE_INFINITY, 0]
  return {
    create() {
      const distantMs = Math.min(ROUND_TRIPS_MAX * Math.min(before, shortest), CALL_MAX_MS)
      return new Deadline(Math.max(timeoutMs, distantMs))
    },
    observe(ms) {
      shortest = Math.min(shortest, ms)
      if (++samples < SAMPLES) return
      before = shortest
      shortest = Number.POSITIVE_INFINITY
      samples = 0
    },
  }
}

/** Milliseconds that the call which runs may still wait; Infinity outside of calls. */
export const remainingMs = (): number => currentScope()?.deadline?.remainingMs() ?? Number.POSITIVE_INFINITY

/** Counts a wait for the database against the deadline of the call which runs. */
export function countWait<T>(wait: () => Promise<T>): Promise<T> {
  const deadline = currentScope()?.deadline
  if (deadline === undefined) return wait()
  deadline.beginWait()
  const end = (): void => deadline.endWait()
  const waiting = wait()
  waiting.then(end, end)
  return waiting
}
