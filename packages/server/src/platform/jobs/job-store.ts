/** Statements that queue jobs. */
import { statement } from '../db/database.ts'

/** Queues a job in the transaction of the change. `payload` is JSON. */
export const enqueueJob = statement<never, { task: string; payload: string; attemptsMax: number }>(
  'job.enqueue',
  'select enqueue($task, $payload::json, $attemptsMax)',
)
