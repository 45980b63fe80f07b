import { Mutex } from 'async-mutex'

/** Runs the tasks of one key one after another, in order of arrival. Tasks of different keys run at the same time. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, Mutex>()

  async runExclusive<T>(key: string, task: () => Promise<T>): Promise<T> {
    let mutex = this.#mutexes.get(key)
    if (!mutex) {
      mutex = new Mutex()
      this.#mutexes.set(key, mutex)
    }
    try {
      return await mutex.runExclusive(task)
    } finally {
      // A mutex that nobody waits for is removed, so that the map does not grow.
      if (!mutex.isLocked() && this.#mutexes.get(key) === mutex) this.#mutexes.delete(key)
    }
  }
}
