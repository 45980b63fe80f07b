/** Opens the database of DATABASE_REPLICA_URL for lists. */
import type { Config } from '../config/config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { traceDatabase } from '../db/trace-database.ts'
import { hasUser, withLoginOf } from '../schema/serving-login/database-login.ts'
import type { DatabaseAccess } from '../schema/serving-login/prepare-database-access.ts'
import { type ListReads, type ListReadsOptions, openListReads, primaryReads } from './list-reads.ts'

/** A list that the replica does not answer in this time is read from the primary. */
const REPLICA_TIMEOUT_MS = 1_000

type ReplicaConfig = Pick<
  Config,
  'databaseReplicaUrl' | 'databaseReplicaLagSeconds' | 'databasePoolSize' | 'databasePreparedStatements'
> &
  Partial<Pick<Config, 'tracing'>>

/** The replica has the roles of the primary: without a user, that of `url` is used. */
export const replicaUrl = (replica: string, url: string): string =>
  hasUser(replica) ? replica : withLoginOf(replica, url)

/** Without DATABASE_REPLICA_URL, lists are read from the primary. */
export async function openReplica(
  config: ReplicaConfig,
  { servingUrl, servingRole }: DatabaseAccess,
  { primary, marks }: Pick<ListReadsOptions, 'primary' | 'marks'>,
  log: ListReadsOptions['log'],
): Promise<{ listReads: ListReads; replica: Database | undefined }> {
  if (config.databaseReplicaUrl === undefined) return { listReads: primaryReads(primary), replica: undefined }
  const opened = await openDatabase({
    url: replicaUrl(config.databaseReplicaUrl, servingUrl),
    servingRole,
    poolSize: config.databasePoolSize,
    poolTimeoutMs: REPLICA_TIMEOUT_MS,
    statementTimeoutMs: REPLICA_TIMEOUT_MS,
    preparedStatements: config.databasePreparedStatements,
    // A lost connection shows in the next check.
    onError: () => undefined,
  })
  const replica = config.tracing === undefined ? opened : traceDatabase(opened, 'replica')
  const lagMaxMs = config.databaseReplicaLagSeconds * 1_000
  return { listReads: openListReads({ primary, marks, replica, lagMaxMs, log }), replica }
}
