/** State of the database for `kerf doctor`. */
import { statement } from '../../platform/db/database.ts'
import { SIMILAR_EMAIL_INDEX } from '../../platform/db/search-index.ts'

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

export interface Blocker {
  readonly pid: number
  readonly user: string
  readonly application: string
  /** since its transaction began */
  readonly seconds: number
  readonly query: string
  /** statements that wait for it */
  readonly waiting: number
}

/** What holds locks that statements have waited for longer than a second. Longest first. */
export const listBlockers = statement<Blocker>(
  'database_status.blockers',
  `select b.pid, b.usename::text as "user", b.application_name as application,
          coalesce(extract(epoch from now() - b.xact_start), 0)::int as seconds, left(b.query, 120) as query,
          count(*)::int as waiting
     from pg_stat_activity w, unnest(pg_blocking_pids(w.pid)) p(pid)
     join pg_stat_activity b on b.pid = p.pid
    where w.datname = current_database() and w.wait_event_type = 'Lock' and now() - w.query_start > interval '1 second'
    group by b.pid, b.usename, b.application_name, b.xact_start, b.query order by b.xact_start`,
  { scope: 'coordinator' },
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

/** Without them a crash loses or damages what was acknowledged. */
const SETTINGS_OFF = `select string_agg(name, ', ' order by name) from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`

export const findUnsafeSettings = statement<{ off: string | null }>(
  'database_status.unsafe_settings',
  `select (${SETTINGS_OFF}) as off`,
)

/** The same of the nodes of a distributed database. */
export const listUnsafeNodes = statement<DatabaseNode & { off: string }>(
  'database_status.unsafe_nodes',
  `select nodename as name, nodeport as port, result as off
     from run_command_on_workers('${SETTINGS_OFF.replaceAll("'", "''")}') where success and result <> '' order by 1, 2`,
)

/** Whether addresses with a typo can be found. */
export const hasSimilarIndex = statement<{ has: boolean }>(
  'database_status.similar_index',
  `select coalesce((select indisvalid from pg_index where indexrelid = to_regclass('${SIMILAR_EMAIL_INDEX}')), false) as has`,
)
