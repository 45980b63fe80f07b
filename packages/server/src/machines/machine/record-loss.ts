import type { Queryable } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/job-store.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { insertLoss, type MachineLoss } from './loss-store.ts'

export const LOSS_RECORD_JOB = 'keep_machine_loss'
const ATTEMPTS_MAX = 100

/** Writes the loss in the transaction of the change. A job writes its record once that has committed. */
export async function recordLoss(tx: Queryable, loss: Omit<MachineLoss, 'id' | 'at'>): Promise<void> {
  const key = { machine: loss.machine, id: randomHandle() }
  await insertLoss(tx, { ...loss, ...key })
  await enqueueJob(tx, { task: LOSS_RECORD_JOB, payload: key, attemptsMax: ATTEMPTS_MAX })
}
