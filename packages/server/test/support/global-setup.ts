import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { distribute } from '../../src/operations/installation/distribute.ts'
import { readCurrentLocation } from '../../src/platform/embedded-postgres/cluster-location.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts'
import { countHolders } from '../../src/platform/embedded-postgres/holders.ts'
import { findPostmaster, stopPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { MONTHLY_TABLES, maintainMonthlyTables } from '../../src/platform/jobs/month-partitions-job.ts'
import { connectOwner, migrate } from '../../src/platform/schema/migrate.ts'
import { ENVIRONMENT_NAMES, readAsAdmin, runAsAdmin, withDatabase } from './admin-connection.ts'
import {
  CITUS_URL,
  closeClusterDatabase,
  createClusterDatabase,
  dropClusterDatabase,
} from './citus-cluster.ts'
import { createServingRole } from './serving-role.ts'

const FOLDER_PREFIX = 'kerf-test-'
const TEST_SHARDS = 4
const SPACE_MIN_BYTES = 4 * 1024 ** 3

/** A file system in memory where there is one with enough space: copies of databases then take a tenth less CPU time. */
function findParentFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= SPACE_MIN_BYTES ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Stops and removes the database servers of runs that were killed. */
async function removeAbandonedServers(parentFolder: string): Promise<void> {
  for (const name of readdirSync(parentFolder).filter(entry => entry.startsWith(FOLDER_PREFIX))) {
    const dataDir = join(parentFolder, name)
    const control = join(dataDir, 'postgres')
    try {
      if (countHolders(control) > 0) continue
      const place = readCurrentLocation(control)
      const running = place && findPostmaster(place.cluster)
      if (running) await stopPostmaster(running)
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // The folder belongs to another user of this machine.
    }
  }
}

/**
 * Accepts the administrator without a password check, which takes 4,096 hashes on both sides, for each of the many
 * connections of a run. Every other role needs its password.
 */
async function trustAdministrator(adminUrl: string): Promise<void> {
  const file = await readAsAdmin(adminUrl, 'show hba_file')
  if (file === undefined) throw new Error('the database has no file of access rules')
  const { username } = new URL(adminUrl)
  writeFileSync(file, `host all ${username} 127.0.0.1/32 trust\n${readFileSync(file, 'utf8')}`)
  await runAsAdmin(adminUrl, 'select pg_reload_conf()')
}

async function startServer(): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  const configured = CITUS_URL ?? process.env[ENVIRONMENT_NAMES.adminUrl]
  if (configured) return { adminUrl: configured, stop: async () => {} }
  const parentFolder = findParentFolder()
  await removeAbandonedServers(parentFolder)
  const dataDir = mkdtempSync(join(parentFolder, FOLDER_PREFIX))
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  await trustAdministrator(server.adminUrl)
  return {
    adminUrl: server.adminUrl,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** With `CITUS_URL` every test runs against a distributed database. */
async function createDistributedTemplate(citusUrl: string, template: string): Promise<void> {
  const url = await createClusterDatabase(citusUrl, template)
  await migrate(url)
  const { refusals } = await distribute({ DATABASE_URL: url, DATA_DIR: tmpdir() }, '', () => {}, TEST_SHARDS)
  if (refusals.length > 0) throw new Error(refusals.join('; '))
  await closeClusterDatabase(citusUrl, template)
}

/** Adds to the template what else each server would add to its copy at its start: the months of now, and grants. */
async function createTemplate(adminUrl: string, template: string): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${template}`)
  const url = withDatabase(adminUrl, template)
  await migrate(url)
  const owner = await connectOwner(url, 'kerf tests')
  const tables = MONTHLY_TABLES.map(table => ({ table, retentionDays: 0 }))
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  await maintainMonthlyTables(owner, tables, async () => false, log).finally(() => owner.end())
  const role = await createServingRole(`${template}_serving`, url)
  process.env[ENVIRONMENT_NAMES.servingRole] = JSON.stringify(role)
}

let removeDatabase = async () => {}

/** Starts one database server for the run, with a migrated template that `createTestDatabase` copies. */
export async function setup(): Promise<void> {
  // The other project of the same run has prepared both, and removes them.
  if (process.env[ENVIRONMENT_NAMES.template]) return
  const { adminUrl, stop } = await startServer()
  const template = `kerf_template_${randomBytes(8).toString('hex')}`
  removeDatabase = async () => {
    if (CITUS_URL) await dropClusterDatabase(CITUS_URL, template)
    else {
      await runAsAdmin(adminUrl, `drop database if exists ${template} with (force)`)
      // A database that a test has left may still need it.
      await runAsAdmin(adminUrl, `drop role if exists ${template}_serving`).catch(() => undefined)
    }
    await stop()
  }
  if (CITUS_URL) await createDistributedTemplate(CITUS_URL, template)
  else await createTemplate(adminUrl, template)
  process.env[ENVIRONMENT_NAMES.adminUrl] = adminUrl
  process.env[ENVIRONMENT_NAMES.template] = template
}

export async function teardown(): Promise<void> {
  await removeDatabase()
}
