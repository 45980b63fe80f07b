/** State of the database for `kerf doctor`. */
import { statement } from '../../platform/db/database.ts'

export interface DatabaseStatus {
  /** major version of PostgreSQL */
  readonly version: number
  /** unix seconds by the database's clock */
  readonly now: number
  /** connections that PostgreSQL accepts from users who are not superusers */
  readonly connections: number
}

export const readDatabaseStatus = statement<DatabaseStatus>(
  'database_status.read',
  `select current_setting('server_version_num')::int / 10000 as version,
          extract(epoch from clock_timestamp())::float8 as now,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections`,
)

/** A node of a distributed database that has shards. */
export interface DatabaseNode {
  readonly name: string
  readonly port: number
}

export const listNodes = statement<DatabaseNode>(
  'database_status.nodes',
  `select nodename::text as name, nodeport as port from pg_dist_node
    where noderole = 'primary' and shouldhaveshards order by nodename, nodeport`,
  { scope: 'coordinator' },
)

/** Whether the coordinator can connect to the node. */
export const findNodeReachable = statement<{ reachable: boolean }, DatabaseNode>(
  'database_status.node_reachable',
  'select citus_check_connection_to_node($name, $port) as reachable',
  { scope: 'coordinator' },
)
