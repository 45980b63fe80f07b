/** Files of rows that are gone: their removal is queued with the transaction, so that no crash leaves one behind. */
import { type Queryable, statement } from '../db/database.ts'

export const REMOVE_FILES_JOB = 'remove_files'

export interface RemoveFilesPayload {
  readonly files: readonly string[]
}

/** Tries over some three weeks: erasing has its time limit, a file store may be away for a while (S-080). */
const addJob = statement<never, [task: string, payload: string]>(
  'files.remove_later',
  'select enqueue($1, $2::json, 100)',
)

export async function removeFilesLater(on: Queryable, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const payload: RemoveFilesPayload = { files }
  await addJob(on, REMOVE_FILES_JOB, JSON.stringify(payload))
}
