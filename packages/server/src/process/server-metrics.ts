/** Utilization and saturation of what a process shares among its calls: database pools, password hashes, jobs, clock. */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { passwordHashUsage } from '../identity/index.ts'
import type { ListReads } from '../platform/cluster/list-reads.ts'
import type { Database } from '../platform/db/database.ts'
import type { DatabaseClock } from '../platform/db/database-clock.ts'
import { freeBytes } from '../platform/files/folder-store.ts'
import type { RunningJobs } from '../platform/jobs/run-jobs.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'

export interface MeasuredParts {
  readonly pools: Readonly<Record<string, Database>>
  readonly clock: DatabaseClock
  /** FILE_STORE */
  readonly fileStore: string
  readonly listReads: Pick<ListReads, 'lagMs' | 'isReplicaUsed'>
  readonly jobs: () => RunningJobs | undefined
  /** when the newest scheduled backup was made, unix seconds; undefined: not known */
  readonly lastBackup: () => number | undefined
  /** undefined: the server makes no backups */
  readonly backupHours: number | undefined
}

const POOL = 'db_client_connection_pool_name'
const STATE = 'db_client_connection_state'

/** Pools are named as in OpenTelemetry's conventions for database clients. */
export function addServerMetrics(
  { addGauge }: Metrics,
  { pools, clock, fileStore, listReads, jobs, lastBackup, backupHours }: MeasuredParts,
): void {
  const named = Object.entries(pools)
  addGauge({
    name: 'db_client_connection_count',
    help: 'Database connections by pool and state.',
    labelNames: [POOL, STATE],
    read: () =>
      named.flatMap(([name, db]) => {
        const { used, idle } = db.usage()
        return [
          { labels: { [POOL]: name, [STATE]: 'used' }, value: used },
          { labels: { [POOL]: name, [STATE]: 'idle' }, value: idle },
        ]
      }),
  })
  addGauge({
    name: 'db_client_connection_max',
    help: 'Database connections that a pool may have.',
    labelNames: [POOL],
    read: () => named.map(([name, db]) => ({ labels: { [POOL]: name }, value: db.usage().max })),
  })
  addGauge({
    name: 'db_client_connection_pending_requests',
    help: 'Calls that wait for a database connection.',
    labelNames: [POOL],
    read: () => named.map(([name, db]) => ({ labels: { [POOL]: name }, value: db.usage().waiting })),
  })
  addGauge({
    name: 'kerf_password_hashes',
    help: 'Password hashes that run or wait for a core.',
    labelNames: ['state'],
    read: () => Object.entries(passwordHashUsage()).map(([state, value]) => ({ labels: { state }, value })),
  })
  addGauge({
    name: 'kerf_jobs_waiting',
    help: 'Jobs of the whole installation that are due and not running.',
    labelNames: ['task'],
    aggregator: 'max',
    read: () => (jobs()?.queue() ?? []).map(({ task, waiting }) => ({ labels: { task }, value: waiting })),
  })
  addGauge({
    name: 'kerf_job_lag_seconds',
    help: 'Time for which the oldest waiting job is due.',
    labelNames: ['task'],
    aggregator: 'max',
    read: () =>
      (jobs()?.queue() ?? []).map(({ task, lag_seconds }) => ({ labels: { task }, value: lag_seconds })),
  })
  addGauge({
    name: 'kerf_file_store_free_bytes',
    help: 'Space that the folder of FILE_STORE has left. Absent for a bucket.',
    aggregator: 'max',
    read: () => {
      const value = freeBytes(fileStore)
      return value === undefined ? [] : [{ labels: {}, value }]
    },
  })
  addGauge({
    name: 'kerf_clock_skew_seconds',
    help: "Difference between this machine's clock and the database's.",
    aggregator: 'max',
    read: () => Math.abs(clock.skewMs() ?? 0) / 1_000,
  })
  addGauge({
    name: 'kerf_replica_lag_seconds',
    help: "Age of the replica's data. Absent without a replica, or before its first answer.",
    aggregator: 'max',
    read() {
      const lagMs = listReads.lagMs()
      return lagMs === undefined ? [] : [{ labels: {}, value: lagMs / 1_000 }]
    },
  })
  addGauge({
    name: 'kerf_replica_used',
    help: 'Processes that read lists from the replica. 0: the primary serves them. Absent without a replica.',
    read() {
      const isUsed = listReads.isReplicaUsed()
      return isUsed === undefined ? [] : [{ labels: {}, value: isUsed ? 1 : 0 }]
    },
  })
  if (backupHours === undefined) return
  addGauge({
    name: 'kerf_backup_period_seconds',
    help: 'Time between two scheduled backups (BACKUP_HOURS).',
    aggregator: 'max',
    read: () => backupHours * HOUR_SECONDS,
  })
  addGauge({
    name: 'kerf_backup_last_success_timestamp_seconds',
    help: 'Time of the newest scheduled backup that this server knows of. Take the maximum of the servers.',
    aggregator: 'max',
    read: () => {
      const at = lastBackup()
      return at === undefined ? [] : [{ labels: {}, value: at }]
    },
  })
}
