/** Reads reports from the replica of DATABASE_REPLICA_URL, so that they take no time from the calls. */
import { setTimeout as sleep } from 'node:timers/promises'
import { replicaUrl } from '../../platform/cluster/open-replica.ts'
import { createReplicaLag } from '../../platform/cluster/replica-lag.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import type { Installation } from '../installation/open-installation.ts'

const POLL_MS = 100
const REPORT_TIMEOUT_MS = 10 * 60_000

/** Whether the replica has what the primary had a moment ago, at the latest after `lagMaxMs`. */
async function isFresh(primary: Database, replica: Database, lagMaxMs: number): Promise<boolean> {
  const lag = createReplicaLag(primary, replica)
  const start = performance.now()
  do {
    await lag.measure()
    if (lag.lagMs() !== undefined) return true
    await sleep(POLL_MS)
  } while (performance.now() - start < lagMaxMs)
  return false
}

/** `work` only reads. It runs on the primary without a replica, and again there if the replica fails. */
export async function withReportDatabase<T>(
  { config, db, ownerUrl }: Pick<Installation, 'config' | 'db' | 'ownerUrl'>,
  work: (on: Database) => Promise<T>,
): Promise<T> {
  if (config.databaseReplicaUrl === undefined) return work(db)
  try {
    const replica = await openDatabase({
      url: replicaUrl(config.databaseReplicaUrl, ownerUrl),
      poolSize: 1,
      statementTimeoutMs: REPORT_TIMEOUT_MS,
      onError: () => undefined,
    })
    try {
      if (await isFresh(db, replica, config.databaseReplicaLagSeconds * 1_000)) return await work(replica)
    } finally {
      await replica.close()
    }
  } catch {
    // Away, promoted, or a query was canceled because the replica had to remove rows that it read.
  }
  return work(db)
}
