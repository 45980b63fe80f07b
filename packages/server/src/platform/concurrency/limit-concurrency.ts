import { Semaphore, withTimeout } from 'async-mutex'

/** The queue of a concurrency limit is longer than its timeout. Answered with HTTP 503. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Runs at most `max` tasks at once, in order of arrival. A task that waits longer than the timeout is rejected with BusyError. */
export function limitConcurrency(max: number, queueTimeoutMs: number) {
  const semaphore = withTimeout(new Semaphore(max), queueTimeoutMs, new BusyError('queue timeout exceeded'))
  let running = 0
  let unfinished = 0
  const run = <T>(task: () => Promise<T>): Promise<T> => {
    unfinished++
    return semaphore
      .runExclusive(() => {
        running++
        return task().finally(() => {
          running--
        })
      })
      .finally(() => {
        unfinished--
      })
  }
  /** Tasks that run, and tasks that wait. */
  return Object.assign(run, { usage: () => ({ running, waiting: unfinished - running }) })
}
