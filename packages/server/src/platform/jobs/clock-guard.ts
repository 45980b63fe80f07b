/**
 * Nothing is deleted because of its age while the time is doubtful: the clocks of this machine and of the database differ, or the
 * database's has jumped since the last run. A jump that lasts, for example of a machine that was suspended, delays one run.
 */
import type { Task } from 'graphile-worker'
import type { Queryable } from '../db/database.ts'
import { CLOCK_DIFFERENCE_MAX_MS, readTime } from '../db/database-clock.ts'
import type { JobLog } from './job-log.ts'

/** Whether the database's time may decide what has expired. Rejects if the database is unreachable. */
export type IsTimeTrusted = () => Promise<boolean>

export function createClockGuard(db: Queryable, log: JobLog): IsTimeTrusted {
  /** the database's clock minus the steady clock of this process, at the last run */
  let lastOffset: number | undefined
  return async () => {
    const time = await readTime(db)
    const offset = time - performance.now()
    const jump = lastOffset === undefined ? 0 : offset - lastOffset
    lastOffset = offset
    const difference = Date.now() - time
    if (Math.max(Math.abs(difference), Math.abs(jump)) <= CLOCK_DIFFERENCE_MAX_MS) return true
    log.warn(
      { differenceSeconds: Math.round(difference / 1_000), jumpSeconds: Math.round(jump / 1_000) },
      'nothing expired is deleted: the clock of the database differs from that of this machine, or has jumped',
    )
    return false
  }
}

/** The task, which does not run while the time is doubtful. */
export const whenTimeIsTrusted =
  (isTrusted: IsTimeTrusted, task: Task): Task =>
  async (payload, helpers) => {
    if (await isTrusted()) await task(payload, helpers)
  }
