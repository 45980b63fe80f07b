/** Opens the databases of a serving process. */
import { type ListReads, primaryReads } from '../platform/cluster/list-reads.ts'
import { openNode } from '../platform/cluster/open-node.ts'
import { openReplica } from '../platform/cluster/open-replica.ts'
import type { Config } from '../platform/config/config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { LIMITS_QUERY_TIMEOUT_MS, TRACKING_QUERY_TIMEOUT_MS } from '../platform/db/database-timeouts.ts'
import { traceDatabase } from '../platform/db/trace-database.ts'
import type { DatabaseAccess } from '../platform/schema/serving-login/prepare-database-access.ts'

export interface ServingDatabases {
  readonly db: Database
  /** pool of the rate limiter; its commits are asynchronous */
  readonly limitsDb: Database
  /** pool of the event collector */
  readonly trackingDb: Database
  readonly listReads: ListReads
  /** every pool, by the name that metrics show */
  readonly pools: Readonly<Record<string, Database>>
  close(): Promise<void>
}

async function openCoordinator(
  { ownerUrl, servingUrl, servingRole, pooled }: DatabaseAccess,
  config: Config,
  onError: (error: Error) => void,
) {
  const { databasePoolSize, databaseLimitsPoolSize, databaseTimeoutMs } = config
  const common = {
    ...{ url: servingUrl, listenUrl: ownerUrl, servingRole, pooled, onError },
    preparedStatements: config.databasePreparedStatements,
    poolTimeoutMs: config.databasePoolTimeoutMs,
    callTimeoutMs: config.databaseCallTimeoutMs,
    statementTimeoutMs: databaseTimeoutMs,
  }
  const [calls, limits, tracking] = await Promise.all([
    openDatabase({ ...common, poolSize: databasePoolSize }),
    openDatabase({
      ...common,
      poolSize: databaseLimitsPoolSize,
      // Statements access rows by key. Without enable_seqscan=off a plan made while the table was small would scan it later.
      settings: ['synchronous_commit=off', 'enable_seqscan=off'],
      queryTimeoutMs: Math.min(LIMITS_QUERY_TIMEOUT_MS, databaseTimeoutMs),
    }),
    // One connection: events that cannot be written in time are dropped, and no other query waits for them.
    openDatabase({
      ...common,
      poolSize: 1,
      settings: ['synchronous_commit=off'],
      queryTimeoutMs: TRACKING_QUERY_TIMEOUT_MS,
    }),
  ])
  const traced = (db: Database, pool: string): Database =>
    config.tracing === undefined ? db : traceDatabase(db, pool)
  return {
    db: traced(calls, 'calls'),
    limitsDb: traced(limits, 'limits'),
    trackingDb: traced(tracking, 'tracking'),
  }
}

export async function openDatabases(
  config: Config,
  access: DatabaseAccess,
  log: Parameters<typeof openNode>[3],
  onError: (error: Error) => void,
): Promise<ServingDatabases> {
  const { trackingDb, ...coordinator } = await openCoordinator(access, config, onError)
  const roles = { primary: coordinator.db, marks: coordinator.limitsDb }
  const { replica, listReads: replicaReads } = await openReplica(config, access, roles, log)
  const throughNode = await openNode(config, access, coordinator, log)
  const { db, limitsDb } = throughNode ?? coordinator
  const listReads = throughNode ? primaryReads(throughNode.db) : replicaReads
  return {
    db,
    limitsDb,
    trackingDb,
    listReads,
    pools: {
      calls: db,
      limits: limitsDb,
      tracking: trackingDb,
      ...(replica && { replica }),
      ...(throughNode && { node: throughNode.node }),
    },
    async close() {
      await listReads.stop()
      await throughNode?.stop()
      await Promise.all([db.close(), limitsDb.close(), trackingDb.close()])
    },
  }
}
