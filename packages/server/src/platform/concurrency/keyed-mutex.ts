import { Mutex } from 'async-mutex'

/** Runs the tasks of one key one after another, in order of arrival. Tasks of different keys run at the same time. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, Mutex>()

  /** Waits for the key's turn. Returns the function that ends it, which the caller must call. */
  async acquire(key: string): Promise<() => void> {
    let mutex = this.#mutexes.get(key)
    if (!mutex) {
      mutex = new Mutex()
      this.#mutexes.set(key, mutex)
    }
    const release = await mutex.acquire()
    return () => {
      release()
      // A mutex that nobody waits for is removed, so that the map does not grow.
      if (!mutex.isLocked() && this.#mutexes.get(key) === mutex) this.#mutexes.delete(key)
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
