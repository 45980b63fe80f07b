/**
 * Tells the other processes that this one's workers are alive, and returns the jobs of lost workers to the queue, which itself
 * would wait four hours. It needs no job slot, so nothing can delay it.
 */
import { createSerialTask } from '../concurrency/serial-task.ts'
import type { Queryable } from '../db/database.ts'
import type { JobLog } from './job-log.ts'
import {
  deleteLostWorkers,
  deleteWorkers,
  putWorkers,
  type QueueState,
  readQueue,
  releaseJobsOfLostWorkers,
} from './worker-heartbeat-store.ts'

const INTERVAL_MS = 10_000
/** Longer than a short outage of the database, in which no process is seen. */
const LOST_AFTER_SECONDS = 35

export interface WorkerHeartbeat {
  /** The queue at the last heartbeat. */
  queue(): readonly QueueState[]
  stop(): Promise<void>
}

/** `workers`: ids of the workers that run now. */
export function startWorkerHeartbeat(
  db: Queryable,
  workers: () => readonly string[],
  log: JobLog,
): WorkerHeartbeat {
  let queue: readonly QueueState[] = []

  const beat = async (): Promise<void> => {
    await putWorkers(db, { workers: workers() })
    const [lost] = await releaseJobsOfLostWorkers(db, { seconds: LOST_AFTER_SECONDS })
    if (lost) log.warn({ workers: lost.workers }, 'jobs of a lost process returned to the queue')
    await deleteLostWorkers(db)
    queue = await readQueue(db)
  }
  // An unreachable database is reported by the runners.
  const beating = createSerialTask(beat, () => undefined)
  beating.start()
  const timer = setInterval(beating.start, INTERVAL_MS).unref()
  return {
    queue: () => queue,
    async stop() {
      clearInterval(timer)
      await beating.stop()
      await deleteWorkers(db, { workers: workers() }).catch(() => undefined)
    },
  }
}
