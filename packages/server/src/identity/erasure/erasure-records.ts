/**
 * Records of deleted accounts beside the uploaded files. A database that is restored from a backup lacks the deletions
 * made since; they are repeated from these records (S-080, P-18).
 */
import type { Queryable } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { enqueueErasureRecord, listErasedAccounts } from './erasure-store.ts'

export const ERASURE_RECORD_JOB = 'keep_tombstone'
const FOLDER = 'deleted'
const UID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Has a job write the record once the deletion's transaction has committed. */
export const scheduleErasureRecord = (tx: Queryable, uid: string): Promise<void> =>
  enqueueErasureRecord(tx, ERASURE_RECORD_JOB, uid)

/** Writes an empty file that is named by the uid. Writing an existing record changes nothing. */
export async function writeErasureRecord(files: FileStore, uid: string): Promise<void> {
  if (!UID.test(uid)) throw new Error('an erasure record is named by a uid')
  await files.put(`${FOLDER}/${uid}`, Buffer.alloc(0), 'application/octet-stream')
}

/** Accounts that the database has as deleted and the file store has no record of. */
export async function listMissingErasureRecords(db: Queryable, files: FileStore): Promise<readonly string[]> {
  const recorded = new Set(await listErasureRecords(files))
  return (await listErasedAccounts(db)).map(({ uid }) => uid).filter(uid => !recorded.has(uid))
}

/**
 * Writes the missing records: those of accounts that an older version deleted, or whose job was lost. Returns how many
 * were written.
 */
export async function writeMissingErasureRecords(db: Queryable, files: FileStore): Promise<number> {
  const missing = await listMissingErasureRecords(db, files)
  for (const uid of missing) await writeErasureRecord(files, uid)
  return missing.length
}

/** The uids of deleted accounts, in no particular order. */
export async function listErasureRecords(files: FileStore): Promise<readonly string[]> {
  return (await files.list(FOLDER)).filter(name => UID.test(name))
}
