/** Has apps told shortly after a redemption; a timed run tells what this misses. */
import { type Queryable, statement } from '../../platform/db/database.ts'

export const TELL_APPS_JOB = 'tell_apps'

const DELAY = 100

const enqueue = statement<never, [task: string, key: string]>('benefit.tell', 'select enqueue_once($1, $2)')

/** One that waits already is enough. */
export const enqueueTelling = (db: Queryable): Promise<never[]> => enqueue(db, TELL_APPS_JOB, TELL_APPS_JOB)

/** Many redemptions of one process at once are one job. */
export function createTellSoon(db: Queryable, onFault: (error: Error) => void) {
  let planned = false
  return function tellSoon(): void {
    if (planned) return
    planned = true
    setTimeout(() => {
      planned = false
      enqueueTelling(db).catch(onFault)
    }, DELAY).unref()
  }
}
