/** Has apps told shortly after a redemption; a timed run tells what this misses. */
import { type Queryable, statement } from '../db/database.ts'

export const DELIVER_WEBHOOKS_JOB = 'tell_apps'

const DELAY = 100

const enqueue = statement<never, [task: string, key: string]>('benefit.tell', 'select enqueue_once($1, $2)')

/** One that waits already is enough. */
export const enqueueDelivery = (db: Queryable): Promise<never[]> =>
  enqueue(db, DELIVER_WEBHOOKS_JOB, DELIVER_WEBHOOKS_JOB)

/** Many redemptions of one process at once are one job. */
export function createScheduleDelivery(db: Queryable, onError: (error: Error) => void) {
  let planned = false
  return function tellSoon(): void {
    if (planned) return
    planned = true
    setTimeout(() => {
      planned = false
      enqueueDelivery(db).catch(onError)
    }, DELAY).unref()
  }
}
