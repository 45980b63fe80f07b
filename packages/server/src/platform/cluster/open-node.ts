/** Opens the node of DATABASE_NODE_URL for statements of one account or key. */
import type { Config } from '../config/config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { traceDatabase } from '../db/trace-database.ts'
import { hasUser, withLoginOf } from '../schema/serving-login/database-login.ts'
import type { DatabaseAccess } from '../schema/serving-login/prepare-database-access.ts'
import { NodeIdentity, type NodeRoutingOptions, openNodeRouting } from './node-routing.ts'

/** What the node does not answer in this time, the coordinator answers. */
const NODE_TIMEOUT_MS = 1_000

type NodeConfig = Pick<
  Config,
  'databaseNodeUrl' | 'databasePoolSize' | 'databaseLimitsPoolSize' | 'databasePreparedStatements'
> &
  Partial<Pick<Config, 'tracing'>>

/** Roles exist on every node: without a user, that of `url` is used. */
export const nodeUrl = (node: string, url: string): string => (hasUser(node) ? node : withLoginOf(node, url))

interface CallDatabases {
  readonly db: Database
  readonly limitsDb: Database
}

export interface OpenNode extends CallDatabases {
  /** the pool of calls on the node */
  readonly node: Database
  stop(): Promise<void>
}

/** The given databases with statements that run through the node; undefined without DATABASE_NODE_URL. */
export async function openNode(
  config: NodeConfig,
  { servingUrl, servingRole }: DatabaseAccess,
  { db, limitsDb }: CallDatabases,
  log: NodeRoutingOptions['log'],
): Promise<OpenNode | undefined> {
  const { databaseNodeUrl, tracing } = config
  if (databaseNodeUrl === undefined) return undefined
  const identity = new NodeIdentity()
  const open = async (poolSize: number, name: string, settings: readonly string[]): Promise<Database> => {
    const opened = await openDatabase({
      ...{ url: nodeUrl(databaseNodeUrl, servingUrl), servingRole, poolSize, settings },
      poolTimeoutMs: NODE_TIMEOUT_MS,
      statementTimeoutMs: NODE_TIMEOUT_MS,
      preparedStatements: config.databasePreparedStatements,
      verify: connection => identity.verify(connection),
      // A lost connection shows in the next statement.
      onError: () => undefined,
    })
    return tracing === undefined ? opened : traceDatabase(opened, name)
  }
  const [node, limitsNode] = await Promise.all([
    open(config.databasePoolSize, 'node', []),
    open(config.databaseLimitsPoolSize, 'node limits', ['synchronous_commit=off']),
  ])
  const routing = openNodeRouting({ coordinator: db, node, identity, log })
  return {
    node,
    db: routing.route(db, node),
    limitsDb: routing.route(limitsDb, limitsNode),
    async stop() {
      await routing.stop()
      await Promise.all([node.close(), limitsNode.close()])
    },
  }
}
