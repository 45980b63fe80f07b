/** The passport server as it is built, on a database of its own: in this process, or as processes of `main.ts`. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../src/platform/config/config.ts'
import { startServer } from '../../src/process/serve.ts'
import { type Call, createCall } from './api-call.ts'
import { createMailReader, type MailReader } from './mail-reader.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'
import { createTestDatabase } from './test-database.ts'

export interface TestServer extends MailReader {
  /** of the first process */
  readonly url: string
  /** one for each process */
  readonly urls: readonly string[]
  readonly databaseUrl: string
  readonly call: Call
  /** Runs a statement as the database's owner and gives the rows. */
  sql<R extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<R[]>
  /** the child processes; none when the server runs in this one */
  readonly processes: readonly ServerProcess[]
  /** Starts another process on the same database and data folder. */
  spawn(env?: Readonly<Record<string, string>>): Promise<ServerProcess>
  close(): Promise<void>
}

export interface TestServerOptions {
  readonly env?: Readonly<Record<string, string>>
  /** 0 (default): in the test's own process; 1 or 2: as child processes */
  readonly processes?: 0 | 1 | 2
  /** puts something between the server and its database: gives the address the server uses instead */
  readonly databaseProxy?: (databaseUrl: string) => Promise<string>
}

/** No human check, no daily limits, and every call from an address of its own unless a test says otherwise. */
const ENVIRONMENT = {
  NODE_ENV: 'test',
  PORT: '0',
  HUMAN_CHECK: 'off',
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  TRUSTED_PROXIES: '127.0.0.1',
  CODES_PER_RECEIVER: '1000',
  CODES_PER_ADDRESS: '1000',
}

/** A portal without pages, which production does not start without: calls are tested whether or not one is built. */
function emptyPortal(dataDir: string): string {
  const folder = join(dataDir, 'portal')
  for (const name of ['pages', 'assets']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'pages/pages.json'), JSON.stringify({ pages: {} }))
  return folder
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'kerf-server-'))
  const pool = new pg.Pool({ connectionString: database.url, max: 4 })
  pool.on('error', () => undefined)
  const databaseUrl = (await options.databaseProxy?.(database.url)) ?? database.url
  const env = {
    ...ENVIRONMENT,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORTAL_FOLDER: options.env?.NODE_ENV === 'production' ? emptyPortal(dataDir) : join(dataDir, 'none'),
    KERF_MASTER_KEY: randomBytes(32).toString('base64url'),
    ...options.env,
  }
  const processes: ServerProcess[] = []
  const spawn = async (more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
    const started = await spawnServer({ ...env, ...more })
    processes.push(started)
    return started
  }

  let urls: string[]
  let stop = async (): Promise<void> => undefined
  if (options.processes) {
    for (let i = 0; i < options.processes; i++) await spawn()
    urls = processes.map(one => one.url)
  } else {
    const server = await startServer(readConfig(env, dataDir), { databaseUrl })
    urls = [`http://127.0.0.1:${server.port}`]
    stop = server.stop
  }
  return {
    url: urls[0] ?? '',
    urls,
    databaseUrl: database.url,
    call: createCall(urls),
    sql: async (text, ...values) => (await pool.query(text, values)).rows,
    ...createMailReader(dataDir),
    processes,
    spawn,
    async close() {
      await stop()
      await Promise.all(processes.map(one => one.stop()))
      await pool.end()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
