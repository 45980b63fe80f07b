/**
 * A Citus cluster for tests, which `CITUS_URL` names: a database of the coordinator that knows the workers. Its user creates
 * databases on every node.
 */
import pg from 'pg'
import { readAsAdmin, runAsAdmin, withDatabase } from './admin-connection.ts'

export const CITUS_URL = process.env.CITUS_URL || undefined

/** Reason of skipped tests. */
export const NO_CLUSTER = 'CITUS_URL names no cluster'

/** URLs of the same database on every node, the coordinator first. */
export async function listNodeUrls(url: string): Promise<string[]> {
  const found = await readAsAdmin(
    url,
    `select json_agg(nodename || ':' || nodeport order by groupid) from pg_dist_node where noderole = 'primary'`,
  )
  return (found as unknown as string[]).map(host => {
    const address = new URL(url)
    address.host = host
    return address.href
  })
}

/** Creates an empty database with the extension on every node. Returns its URL on the coordinator. */
export async function createClusterDatabase(citusUrl: string, name: string): Promise<string> {
  const nodes = await listNodeUrls(citusUrl)
  for (const node of nodes) {
    await runAsAdmin(node, `create database ${name}`)
    await runAsAdmin(withDatabase(node, name), 'create extension citus')
  }
  const url = withDatabase(citusUrl, name)
  for (const [index, node] of nodes.entries()) {
    const { hostname, port } = new URL(node)
    const add = index === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'
    await runAsAdmin(url, `select ${add}('${hostname}', ${port})`)
  }
  return url
}

/** The database becomes a template: nobody, not even the extension's own processes, is connected to it any more. */
export async function closeClusterDatabase(citusUrl: string, name: string): Promise<void> {
  for (const node of await listNodeUrls(citusUrl)) {
    await runAsAdmin(node, `alter database ${name} with allow_connections false`)
    await runAsAdmin(
      node,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    )
  }
}

export async function copyClusterDatabase(citusUrl: string, template: string, name: string): Promise<string> {
  const nodes = await listNodeUrls(citusUrl)
  await Promise.all(
    nodes.map(node => runAsAdmin(node, `create database ${name} template ${template} strategy file_copy`)),
  )
  return withDatabase(citusUrl, name)
}

export async function dropClusterDatabase(citusUrl: string, name: string): Promise<void> {
  for (const node of await listNodeUrls(citusUrl))
    await runAsAdmin(node, `drop database if exists ${name} with (force)`)
}

/** Settings of connections for a test's own statements, which may join tables that have no shard in common. */
export const CLUSTER_SESSION =
  CITUS_URL === undefined ? {} : { options: '-c citus.enable_repartition_joins=on' }

/**
 * Statements of tests that move a time: Citus refuses functions of a column that depend on the session's time zone, and PostgreSQL
 * takes `timestamptz - interval` for one.
 */
export const toClusterSql = (text: string): string =>
  CITUS_URL === undefined
    ? text
    : text.replace(
        /\b(\w+) = \1 ([-+]) ((?:\$\d+ \* )?interval '[^']*')/g,
        "$1 = ($1 at time zone 'UTC' $2 $3) at time zone 'UTC'",
      )

/** Runs the statements in a transaction, and returns what the coordinator sends to the workers. */
export async function remoteCommandsOf(url: string, statements: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  const commands: string[] = []
  client.on('notice', ({ message = '' }) => commands.push(message.replace(/^issuing /, '')))
  await client.connect()
  try {
    await client.query('set citus.log_remote_commands = on')
    for (const text of ['begin', ...statements, 'commit']) await client.query(text)
    return commands
  } finally {
    await client.end()
  }
}
