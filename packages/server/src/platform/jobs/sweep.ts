/** Deletes expired rows in batches that lock few rows for a short time. */
import type { Task } from 'graphile-worker'
import type { Database } from '../db/database.ts'
import type { JobLog } from './job-log.ts'
import { type ExpiringTable, SWEEP_BATCH_MAX } from './sweep-store.ts'

export const SWEEP_JOB = 'sweep'
/** Batches per table and run. The remaining rows wait for the next run. */
const BATCHES_MAX = 50

/** Returns how many rows of each table were deleted; tables without a deleted row are left out. */
export async function sweepTables(
  db: Database,
  tables: readonly ExpiringTable[],
  signal?: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const deleted: Record<string, number> = {}
  for (const { table, deleteBatch } of tables) {
    for (let batch = 0; batch < BATCHES_MAX && !signal?.aborted; batch++) {
      const count = await deleteBatch(db)
      if (count > 0) deleted[table] = (deleted[table] ?? 0) + count
      if (count < SWEEP_BATCH_MAX) break
    }
  }
  return deleted
}

export const sweepTask =
  (db: Database, tables: readonly ExpiringTable[], log: JobLog): Task =>
  async (_payload, { abortSignal }) => {
    const deleted = await sweepTables(db, tables, abortSignal)
    if (Object.keys(deleted).length > 0) log.info({ deleted }, 'expired rows deleted')
  }
