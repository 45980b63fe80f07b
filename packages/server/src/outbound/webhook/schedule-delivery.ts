/**
 * Schedules webhook delivery shortly after an event. A job that runs every minute delivers whatever this misses. Retries are scheduled
 * by `deliver-webhooks.ts`.
 */
import type { Queryable } from '../../platform/db/database.ts'
import { enqueueJobOnce } from './webhook-store.ts'

/** Stored with every queued job. */
export const DELIVER_WEBHOOKS_JOB = 'tell_apps'

const COALESCE_MS = 100

/** Does nothing while a delivery job is waiting already. */
export const enqueueDelivery = (db: Queryable): Promise<never[]> =>
  enqueueJobOnce(db, { task: DELIVER_WEBHOOKS_JOB, key: DELIVER_WEBHOOKS_JOB })

/** The returned function may be called for every event: calls within 100 ms enqueue one job. */
export function createScheduleDelivery(db: Queryable, onError: (error: Error) => void) {
  let scheduled = false
  return function scheduleDelivery(): void {
    if (scheduled) return
    scheduled = true
    setTimeout(() => {
      scheduled = false
      enqueueDelivery(db).catch(onError)
    }, COALESCE_MS).unref()
  }
}
