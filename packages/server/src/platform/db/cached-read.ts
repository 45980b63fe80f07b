import { createSerialTask } from '../concurrency/serial-task.ts'
import type { Database } from './database.ts'
import { listen } from './listen.ts'
import { untilAvailable } from './until-available.ts'

const RELOAD_INTERVAL_MS = 5_000

export interface CachedRead<T> {
  /** what the last read returned */
  current(): T
  stop(): Promise<void>
}

/**
 * Keeps what `read` returns in memory. Reads again when the database notifies on the channel, and every few seconds in case a
 * notification is lost. A read that began before another never replaces its result.
 */
export async function openCachedRead<T>(
  db: Database,
  channel: string,
  read: () => Promise<T>,
  onError: (error: Error) => void,
): Promise<CachedRead<T>> {
  let current = await untilAvailable(read)
  const reload = async (): Promise<void> => {
    current = await read()
  }
  const reloading = createSerialTask(reload, onError)
  const timer = setInterval(reloading.start, RELOAD_INTERVAL_MS).unref()
  const listening = listen(db, channel, reloading.start, onError)
  return {
    current: () => current,
    async stop() {
      clearInterval(timer)
      await listening.stop()
      await reloading.stop()
    },
  }
}
