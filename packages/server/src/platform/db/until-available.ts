/** Repeats work that needs the database until the database is available. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from './database.ts'

const DELAY_MIN_MS = 250
const DELAY_MAX_MS = 2_000

/** SQLSTATE classes of a login or a database that does not exist: no later try can succeed. */
const PERMANENT = /^(?:28|3D)/

/** Whether a later try may succeed. The error may wrap that of the database. */
export function isTransient(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && PERMANENT.test(code)) return false
  return isOutage(error) || (cause !== undefined && isTransient(cause))
}

/** `onWaiting` receives the error of each failed try. Rejects with an error that no later try can heal. */
export async function untilAvailable<T>(
  work: () => Promise<T>,
  onWaiting: (error: unknown) => void = () => undefined,
): Promise<T> {
  for (let delay = DELAY_MIN_MS; ; delay = Math.min(delay * 2, DELAY_MAX_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error)) throw error
      onWaiting(error)
    }
    // Several processes that wait for one database try at different moments.
    await sleep(delay * (0.5 + Math.random() / 2))
  }
}
