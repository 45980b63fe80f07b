/** Statements that queue jobs. */
import { type Queryable, statement } from '../db/database.ts'
import { traceContext } from '../tracing/trace-parent.ts'

const enqueue = statement<never, { task: string; payload: string; attemptsMax: number }>(
  'job.enqueue',
  'select enqueue($task, $payload::json, $attemptsMax)',
  { scope: 'coordinator' },
)

/** Queues a job in the transaction of the change. The span of the job belongs to the call that queues it. */
export const enqueueJob = (
  on: Queryable,
  { task, payload, attemptsMax }: { task: string; payload: object; attemptsMax: number },
): Promise<never[]> =>
  enqueue(on, { task, payload: JSON.stringify({ ...payload, ...traceContext() }), attemptsMax })
