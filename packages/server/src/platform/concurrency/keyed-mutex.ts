import { Mutex, type MutexInterface, withTimeout } from 'async-mutex'
import { BusyError } from './limit-concurrency.ts'

/**
 * Runs the tasks of one key one after another, in order of arrival. Tasks of different keys run at the same time. A task that waits
 * longer than the timeout, if there is one, is rejected with BusyError.
 */
export class KeyedMutex {
  /** `users`: tasks that run or wait. A mutex without any is removed, so that the map does not grow. */
  readonly #mutexes = new Map<string, { readonly mutex: MutexInterface; users: number }>()
  readonly #create: () => MutexInterface

  constructor(timeoutMs?: number) {
    this.#create = () =>
      timeoutMs === undefined
        ? new Mutex()
        : withTimeout(new Mutex(), timeoutMs, new BusyError('queue timeout exceeded'))
  }

  /** Waits for the key's turn. Returns the function that ends it, which the caller must call. */
  async acquire(key: string): Promise<() => void> {
    const entry = this.#mutexes.get(key) ?? { mutex: this.#create(), users: 0 }
    this.#mutexes.set(key, entry)
    entry.users++
    const leave = (): void => {
      entry.users--
      if (entry.users === 0) this.#mutexes.delete(key)
    }
    try {
      const release = await entry.mutex.acquire()
      return () => {
        release()
        leave()
      }
    } catch (error) {
      leave()
      throw error
    }
  }

  async runExclusive<T>(key: string, task: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key)
    try {
      return await task()
    } finally {
      release()
    }
  }
}
