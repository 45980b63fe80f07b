/** Queues the removal of the files of deleted rows in the transaction that deletes them, so that a crash leaves no file behind. */
import type { Queryable } from '../db/database.ts'
import { enqueueJob } from '../jobs/job-store.ts'

export const REMOVE_FILES_JOB = 'remove_files'

export interface RemoveFilesPayload {
  readonly files: readonly string[]
}

/** About three weeks of retries: erasure has a deadline, and a file store may be away for a while (S-080). */
const ATTEMPTS_MAX = 100

export async function removeFilesLater(on: Queryable, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const payload: RemoveFilesPayload = { files }
  await enqueueJob(on, { task: REMOVE_FILES_JOB, payload, attemptsMax: ATTEMPTS_MAX })
}
