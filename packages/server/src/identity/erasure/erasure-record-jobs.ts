/** Jobs that write the erasure records of deleted accounts. */
import type { Task } from 'graphile-worker'
import type { Database } from '../../platform/db/database.ts'
import { type ErasureRecordStore, writeErasureRecord, writeMissingErasureRecords } from './erasure-records.ts'
import { findErasedAccount } from './erasure-store.ts'

export const MISSING_ERASURE_RECORDS_JOB = 'keep_tombstones'

export const writeErasureRecordTask =
  (db: Database, store: ErasureRecordStore): Task =>
  async payload => {
    const [account] = await findErasedAccount(db, { uid: (payload as { uid: string }).uid })
    // An attacker who can queue jobs, and nothing else, must not get a proof for an account that exists.
    if (account) await writeErasureRecord(store, account)
  }

export const writeMissingErasureRecordsTask =
  (db: Database, store: ErasureRecordStore): Task =>
  async () => {
    await writeMissingErasureRecords(db, store)
  }
