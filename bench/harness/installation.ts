/** Creates the installation of a run: a durable PostgreSQL in a temporary folder, a mail server, keys and the server's settings. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSmtp } from '../../packages/server/src/outbound/mail/smtp-fixture.ts'
import { type Database, openDatabase } from '../../packages/server/src/platform/db/database.ts'
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../../packages/server/src/platform/embedded-postgres/embedded-postgres.ts'
import { loadKeys, readMasterKey } from '../../packages/server/src/platform/keys/keys.ts'
import { migrate } from '../../packages/server/src/platform/schema/migrate.ts'
import { addCleanUp } from './clean-up.ts'
import { childrenOf } from './processes.ts'

export interface Installation {
  readonly databaseUrl: string
  /** connects as the superuser, to another database */
  readonly adminUrl: string
  /** process id of PostgreSQL; it changes with each restart */
  postgresPid(): number
  /** Stops PostgreSQL and its children as a hanging machine would. Returns what lets them go on. */
  freezePostgres(): () => void
  readonly dataDir: string
  readonly db: Database
  readonly keys: Awaited<ReturnType<typeof loadKeys>>
  /** environment of the server, without its address */
  readonly env: Readonly<Record<string, string>>
}

/** Creates a folder that the operating system's user of PostgreSQL may traverse. It is removed at the end of the run. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-bench-'))
  chmodSync(folder, 0o711)
  addCleanUp(async () => {
    // The database of a server that was killed is still running.
    if (await findRunningPostgres(folder)) await (await startEmbeddedPostgres({ dataDir: folder })).stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** A mail server that ends with the run. */
export async function startMailServer(): ReturnType<typeof startSmtp> {
  const smtp = await startSmtp()
  addCleanUp(() => smtp.close())
  return smtp
}

/** The production settings that all servers of a run share. */
export async function serverSettings(): Promise<Record<string, string>> {
  const mail = await startMailServer()
  return {
    KERF_MASTER_KEY: randomBytes(32).toString('base64url'),
    MAIL_URL: mail.url,
    LOG_LEVEL: 'warn',
    // A trusted proxy lets each simulated client have its own IP address.
    TRUSTED_PROXIES: '127.0.0.1',
  }
}

/** What an installation has wherever its database runs. */
export type SharedInstallation = Omit<Installation, 'adminUrl' | 'postgresPid' | 'freezePostgres'>

/** Statements that create the data of a section take long on a busy machine. */
const SEED_TIMEOUT_MS = 120_000

/** Migrates a database and connects to it. `databaseUrl`: of the owner. */
export async function prepareDatabase(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  dataDir: string,
): Promise<SharedInstallation> {
  await migrate(databaseUrl)
  const db = await openDatabase({
    url: databaseUrl,
    poolSize: 2,
    queryTimeoutMs: SEED_TIMEOUT_MS,
    onError: () => undefined,
  })
  addCleanUp(() => db.close())
  const keys = await loadKeys(db, await readMasterKey(settings.KERF_MASTER_KEY, dataDir))
  return {
    databaseUrl,
    dataDir,
    db,
    keys,
    env: { ...settings, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  }
}

/** The master key of a folder that later runs use again. */
function keepMasterKey(dataDir: string, created: string): string {
  const file = join(dataDir, 'bench.key')
  if (!existsSync(file)) writeFileSync(file, created, { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** `dataDir`: an empty folder, or that of an earlier run; by default a temporary one. */
export async function createInstallation(dataDir = createTemporaryFolder()): Promise<Installation> {
  const created = await serverSettings()
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const settings = { ...created, KERF_MASTER_KEY: keepMasterKey(dataDir, created.KERF_MASTER_KEY ?? '') }
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true })
  addCleanUp(() => postgres.stop())
  const prepared = await prepareDatabase(postgres.url, settings, dataDir)
  return {
    ...prepared,
    // As a server that starts the embedded database itself connects to it.
    env: { ...prepared.env, DATABASE_URL: postgres.socketUrl },
    adminUrl: postgres.adminUrl,
    postgresPid: postgres.pid,
    freezePostgres() {
      const pids = [postgres.pid(), ...childrenOf(postgres.pid())]
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT')
      }
    },
  }
}
