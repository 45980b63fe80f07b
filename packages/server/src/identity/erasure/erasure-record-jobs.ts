/** Jobs that write the erasure records of deleted accounts. */
import type { Task } from 'graphile-worker'
import type { Database } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { writeErasureRecord, writeMissingErasureRecords } from './erasure-records.ts'

export const MISSING_ERASURE_RECORDS_JOB = 'keep_tombstones'

export const writeErasureRecordTask =
  (files: FileStore): Task =>
  payload =>
    writeErasureRecord(files, (payload as { uid: string }).uid)

export const writeMissingErasureRecordsTask =
  (db: Database, files: FileStore): Task =>
  async () => {
    await writeMissingErasureRecords(db, files)
  }
