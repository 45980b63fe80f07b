/** Opens the node of DATABASE_NODE_URL for session checks and lists. */
import type { Config } from '../config/config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type NodeReads, type NodeReadsOptions, openNodeReads } from '../db/node-reads.ts'
import { traceDatabase } from '../db/trace-database.ts'
import { hasUser, withLoginOf } from './database-login.ts'
import type { DatabaseAccess } from './prepare-database-access.ts'

/** After this time without an answer of the node, the coordinator is asked. */
const NODE_TIMEOUT_MS = 1_000

type NodeConfig = Pick<Config, 'databaseNodeUrl' | 'databasePoolSize' | 'databasePreparedStatements'> &
  Partial<Pick<Config, 'tracing'>>

/** A URL without a user gets the user and password of `url`: roles exist on every node. */
export const nodeUrl = (node: string, url: string): string => (hasUser(node) ? node : withLoginOf(node, url))

/** undefined without DATABASE_NODE_URL. */
export async function openNode(
  config: NodeConfig,
  { servingUrl, servingRole }: DatabaseAccess,
  coordinator: Database,
  log: NodeReadsOptions['log'],
): Promise<{ node: Database; nodeReads: NodeReads } | undefined> {
  if (config.databaseNodeUrl === undefined) return undefined
  const opened = await openDatabase({
    url: nodeUrl(config.databaseNodeUrl, servingUrl),
    servingRole,
    poolSize: config.databasePoolSize,
    poolTimeoutMs: NODE_TIMEOUT_MS,
    statementTimeoutMs: NODE_TIMEOUT_MS,
    preparedStatements: config.databasePreparedStatements,
    // The next statement reports a lost connection.
    onError: () => undefined,
  })
  const node = config.tracing === undefined ? opened : traceDatabase(opened, 'node')
  return { node, nodeReads: openNodeReads({ coordinator, node, log }) }
}
