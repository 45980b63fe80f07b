/** Installations on the Citus cluster that CITUS_URL names: a database of the coordinator that knows the workers, as its administrator. */
import { randomBytes } from 'node:crypto'
import { distribute } from '../../packages/server/src/operations/installation/distribute.ts'
import { migrate } from '../../packages/server/src/platform/schema/migrate.ts'
import { readAsAdmin } from '../../packages/server/test/support/admin-connection.ts'
import {
  createClusterDatabase,
  dropClusterDatabase,
} from '../../packages/server/test/support/citus-cluster.ts'
import { addCleanUp } from './clean-up.ts'
import {
  createTemporaryFolder,
  prepareDatabase,
  type SharedInstallation,
  serverSettings,
} from './installation.ts'
import { root } from './processes.ts'

export interface ClusterNode {
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
}

export interface ClusterInstallation extends SharedInstallation {
  readonly nodes: readonly ClusterNode[]
  /** of the database on a node, with the administrator */
  urlOf(node: ClusterNode): string
}

const SHARDS = 8

/** Throws if CITUS_URL is not set. */
export function citusUrl(): string {
  const { CITUS_URL } = process.env
  if (!CITUS_URL)
    throw new Error('CITUS_URL names no cluster: a database of its coordinator that knows the workers')
  return CITUS_URL
}

async function listNodes(url: string): Promise<ClusterNode[]> {
  const found = await readAsAdmin(
    url,
    `select json_agg(json_build_object('host', nodename, 'port', nodeport, 'isCoordinator', groupid = 0) order by groupid)
       from pg_dist_node where noderole = 'primary'`,
  )
  return found as unknown as ClusterNode[]
}

/** A migrated and distributed database. It is dropped at the end of the run. */
export async function createClusterInstallation(url = citusUrl()): Promise<ClusterInstallation> {
  const name = `kerf_bench_${randomBytes(4).toString('hex')}`
  const nodes = await listNodes(url)
  const databaseUrl = await createClusterDatabase(url, name)
  addCleanUp(() => dropClusterDatabase(url, name))
  await migrate(databaseUrl)
  const dataDir = createTemporaryFolder()
  const settings = await serverSettings()
  const env = { ...settings, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const { refusals } = await distribute(env, root, () => undefined, SHARDS)
  if (refusals.length > 0) throw new Error(`the database cannot be distributed: ${refusals.join('; ')}`)
  const prepared = await prepareDatabase(databaseUrl, settings, dataDir)
  return {
    ...prepared,
    nodes,
    urlOf({ host, port }) {
      const address = new URL(databaseUrl)
      address.hostname = host
      address.port = String(port)
      return address.href
    },
  }
}
