/** The thread pool of this process: password hashes, file access, DNS lookups. */
import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** Steps of niceness: a thread of the pool gets a tenth of the time that the event loop gets while both want the same core. */
const STEPS = 10
const THREADS = '/proc/self/task'

/**
 * The event loop goes first: a session check takes a fraction of a millisecond and a password hash some twenty. At the
 * same priority, checks would wait for seconds beside many sign-ins (S-005, P-15). Call it after the first use of the pool, which
 * starts all of its threads. It does nothing where threads have no priority of their own (all systems but Linux), or where the
 * system forbids changing it.
 */
export function lowerThreadPoolPriority(): void {
  try {
    const priority = Math.min(getPriority() + STEPS, constants.priority.PRIORITY_LOW)
    for (const id of readdirSync(THREADS))
      if (readFileSync(`${THREADS}/${id}/comm`, 'utf8').trim() === 'libuv-worker')
        setPriority(Number(id), priority)
  } catch {
    // All is served without it, only checks are slower beside many sign-ins.
  }
}
