/**
 * Which accounts were deleted, kept beside the uploaded files: a database that is put back from a backup knows nothing of
 * the deletions since, and carries them out again from here (S-080, P-18).
 */
import { type Queryable, statement } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'

export const ERASURE_RECORD_JOB = 'keep_tombstone'
const FOLDER = 'deleted'
const UID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Tries over some three weeks, as the removal of files does. */
const addJob = statement<never, [task: string, payload: string]>(
  'tombstone.keep_later',
  'select enqueue($1, $2::json, 100)',
)

/** With the deletion's transaction; a job writes it. */
export async function scheduleErasureRecord(tx: Queryable, uid: string): Promise<void> {
  await addJob(tx, ERASURE_RECORD_JOB, JSON.stringify({ uid }))
}

/** Empty: the name says all. Writing one that is there already changes nothing. */
export async function writeErasureRecord(files: FileStore, uid: string): Promise<void> {
  if (!UID.test(uid)) throw new Error('a tombstone is named by a uid')
  await files.put(`${FOLDER}/${uid}`, Buffer.alloc(0), 'application/octet-stream')
}

const deleted = statement<{ uid: string }>('tombstone.deleted', 'select uid from deleted_account')

/** Accounts that the database knows as deleted and the file store does not. */
export async function listMissingErasureRecords(db: Queryable, files: FileStore): Promise<readonly string[]> {
  const kept = new Set(await listErasureRecords(files))
  return (await deleted(db)).map(({ uid }) => uid).filter(uid => !kept.has(uid))
}

/** Writes those that are missing: of accounts deleted by an older version, or whose job was lost. Returns how many. */
export async function writeMissingErasureRecords(db: Queryable, files: FileStore): Promise<number> {
  const missing = await listMissingErasureRecords(db, files)
  for (const uid of missing) await writeErasureRecord(files, uid)
  return missing.length
}

/** The uids of accounts that were deleted, in no order. */
export async function listErasureRecords(files: FileStore): Promise<readonly string[]> {
  return (await files.list(FOLDER)).filter(name => UID.test(name))
}
