/** Starts the server on a new database: in the process of the test, or as child processes of `main.ts`. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { type Config, readConfig } from '../../src/platform/config/config.ts'
import { readMasterKey } from '../../src/platform/keys/keys.ts'
import {
  type DatabaseAccess,
  databaseAddresses,
  prepareDatabaseAccess,
} from '../../src/platform/schema/serving-login/prepare-database-access.ts'
import { startServer } from '../../src/process/start-server.ts'
import { ENVIRONMENT_NAMES } from './admin-connection.ts'
import { type Call, createCall } from './api-call.ts'
import { CLUSTER_SESSION, toClusterSql } from './citus-cluster.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { createMailReader, type MailReader } from './mail-reader.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'
import { type ServingRole, serveAs } from './serving-role.ts'
import { createTestDatabase } from './test-database.ts'

export interface TestServer extends MailReader {
  /** of the first process */
  readonly url: string
  /** one for each process; that of the test comes first */
  readonly urls: readonly string[]
  /** port of the https address; undefined: DEV_HTTPS_PORT is not set */
  readonly httpsPort: number | undefined
  readonly databaseUrl: string
  /** environment of its processes */
  readonly env: Readonly<Record<string, string>>
  readonly call: Call
  /** Runs a statement as the database's owner and returns the rows. */
  sql<R extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<R[]>
  /** child processes; empty if the server runs in the process of the test */
  readonly processes: readonly ServerProcess[]
  /** Starts another process on the same database and data folder. */
  spawn(env?: Readonly<Record<string, string>>): Promise<ServerProcess>
  close(): Promise<void>
}

export interface TestServerOptions {
  readonly env?: Readonly<Record<string, string>>
  /** number of child processes; 0 (default): the server runs in the process of the test */
  readonly processes?: 0 | 1 | 2
  /** whether a child process serves beside the process of the test, as the second of two */
  readonly sibling?: boolean
  /** Returns the URL of a proxy that the server uses instead of the database. */
  readonly databaseProxy?: (databaseUrl: string) => Promise<string>
}

/** Default settings: no human check, no daily limits, and the IP address of a call is what its header says. */
const DEFAULT_ENVIRONMENT = {
  NODE_ENV: 'test',
  PORT: '0',
  HUMAN_CHECK: 'off',
  DRAIN_SECONDS: '0',
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  TRUSTED_PROXIES: '127.0.0.1',
  CODES_PER_RECEIVER: '1000',
  CODES_PER_ADDRESS: '1000',
}

/**
 * A statement that is only slow must not be taken for a lost database: the server would then count in memory and answer
 * otherwise. Tests with a proxy lose the database on purpose and have the product's timeouts.
 */
export const PATIENT_DATABASE = {
  DATABASE_TIMEOUT_MS: '60000',
  DATABASE_POOL_TIMEOUT_MS: '60000',
  DATABASE_CALL_TIMEOUT_MS: '60000',
}

/** Creates a portal without pages: production requires one, and these tests need no built portal. */
function createEmptyPortal(dataDir: string): string {
  const folder = join(dataDir, 'portal')
  for (const name of ['pages', 'assets']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'pages/pages.json'), JSON.stringify({ pages: {} }))
  return folder
}

async function prepareAccess(config: Config): Promise<DatabaseAccess> {
  const addresses = databaseAddresses(config)
  const role = process.env[ENVIRONMENT_NAMES.servingRole]
  if (role !== undefined && addresses.servingUrl === undefined)
    return serveAs(JSON.parse(role) as ServingRole, addresses)
  const masterKey = await readMasterKey(config.masterKey, config.dataDir)
  return prepareDatabaseAccess(addresses, masterKey, message => {
    throw new Error(message)
  })
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'kerf-server-'))
  const pool = new pg.Pool({ connectionString: database.url, max: 4, ...CLUSTER_SESSION })
  pool.on('error', () => undefined)
  const databaseUrl = (await options.databaseProxy?.(database.url)) ?? database.url
  const env = {
    ...DEFAULT_ENVIRONMENT,
    ...(options.databaseProxy ? {} : PATIENT_DATABASE),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORTAL_FOLDER:
      options.env?.NODE_ENV === 'production' ? createEmptyPortal(dataDir) : join(dataDir, 'none'),
    KERF_MASTER_KEY: randomBytes(32).toString('base64url'),
    ...options.env,
  }
  const processes: ServerProcess[] = []
  const spawn = async (overrides: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
    const started = await spawnServer({ ...env, ...overrides })
    processes.push(started)
    return started
  }

  let urls: string[]
  let httpsPort: number | undefined
  let stop = async (): Promise<void> => undefined
  if (options.processes) {
    for (let i = 0; i < options.processes; i++) await spawn()
    urls = processes.map(process => process.url)
  } else {
    const config = readConfig(env, dataDir)
    const server = await startServer(config, { database: await prepareAccess(config) })
    urls = [`http://127.0.0.1:${server.port}`]
    httpsPort = server.https && Number(server.https.url.port)
    stop = server.stop
    if (options.sibling) urls.push((await spawn()).url)
  }
  return {
    url: urls[0] ?? '',
    urls,
    httpsPort,
    databaseUrl: database.url,
    env,
    call: createCall(urls),
    sql: async (text, ...values) => (await pool.query(toClusterSql(text), values)).rows,
    ...createMailReader(dataDir),
    processes,
    spawn,
    async close() {
      await stop()
      await Promise.all(processes.map(process => process.stop()))
      await pool.end()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Starts a server for all tests of the file or the group that calls it. Their end closes it, after whatever they have registered
 * since.
 */
export async function useTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options)
  afterAll(() => server.close())
  return server
}

export interface ProxiedServer extends TestServer {
  /** in front of the database, for all processes of the server; `sql` does not use it */
  readonly proxy: DatabaseProxy
}

/** As `useTestServer`, with a database that can be interrupted, delayed or silenced. */
export async function useProxiedServer(
  options: Omit<TestServerOptions, 'databaseProxy'> = {},
): Promise<ProxiedServer> {
  let proxy: DatabaseProxy | undefined
  const server = await useTestServer({
    ...options,
    databaseProxy: async url => {
      const started = await startDatabaseProxy(new URL(url))
      // Registered before the end of the server, this runs after it.
      afterAll(() => started.close())
      proxy = started
      const proxied = new URL(url)
      proxied.port = String(started.port)
      return proxied.href
    },
  })
  if (!proxy) throw new Error('The server was started without its proxy.')
  return { ...server, proxy }
}
