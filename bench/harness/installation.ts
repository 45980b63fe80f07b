/** An installation for one run: a durable PostgreSQL in a temporary folder, a mail server, keys, and the server on top. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../packages/server/src/platform/db/database.ts'
import {
  findRunning,
  startEmbeddedPostgres,
} from '../../packages/server/src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { loadKeys, readMasterKey } from '../../packages/server/src/platform/keys/keys.ts'
import { startSmtp } from '../../packages/server/src/platform/mail/smtp-fixture.ts'
import { atEnd } from './clean-up.ts'

export interface Installation {
  readonly databaseUrl: string
  /** as superuser, in another database */
  readonly adminUrl: string
  readonly db: Database
  readonly keys: Awaited<ReturnType<typeof loadKeys>>
  /** the server's environment but for its address */
  readonly env: Readonly<Record<string, string>>
}

/** A folder that PostgreSQL's user may pass through, gone at the end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-bench-'))
  chmodSync(folder, 0o711)
  atEnd(async () => {
    // A server that had to be killed left its database running; whoever opens it next may stop it.
    if (await findRunning(folder)) await (await startEmbeddedPostgres({ dataDir: folder })).stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** The production settings every server of a run shares. */
export async function serverSettings(): Promise<Record<string, string>> {
  const mail = await startSmtp()
  atEnd(() => mail.close())
  return {
    KERF_MASTER_KEY: randomBytes(32).toString('base64url'),
    MAIL_URL: mail.url,
    LOG_LEVEL: 'warn',
    // As behind a proxy of one's own: the load's callers have addresses of their own.
    TRUSTED_PROXIES: '127.0.0.1',
  }
}

export async function makeInstallation(): Promise<Installation> {
  const dataDir = temporaryFolder()
  const settings = await serverSettings()
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true })
  atEnd(() => postgres.stop())
  await migrate(postgres.url)
  const db = await openDatabase({ url: postgres.url, poolSize: 2, onError: () => undefined })
  atEnd(() => db.close())
  const keys = await loadKeys(db, await readMasterKey(settings.KERF_MASTER_KEY, dataDir))
  return {
    databaseUrl: postgres.url,
    adminUrl: postgres.adminUrl,
    db,
    keys,
    env: { ...settings, DATABASE_URL: postgres.url, DATA_DIR: dataDir },
  }
}
