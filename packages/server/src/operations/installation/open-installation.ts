/** Opens the installation of an environment for one command: beside a running server, or without one. */
import { type Config, readConfig } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { missingMigrations } from '../../platform/db/missing-migrations.ts'
import { OperationError } from '../operation-error.ts'

export interface Installation {
  readonly config: Config
  readonly db: Database
  /** address of the database as its owner: holds its password */
  readonly ownerUrl: string
  close(): Promise<void>
}

/**
 * `root`: the checkout's or installed tree's folder. `say`: told what goes on with the embedded database. Throws a ConfigError,
 * or an OperationError for a database that this version cannot use.
 */
export async function openInstallation(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
  say: (message: string) => void,
): Promise<Installation> {
  const config = readConfig(env, root)
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: { info() {}, warn: say } })
      : undefined
  let db: Database | undefined
  try {
    const url = config.databaseUrl ?? embedded?.url ?? ''
    // Nobody else brings the embedded database up to date when no server runs; another one waits for its release.
    if (embedded) await migrate(url)
    db = await openDatabase({ url, poolSize: 2, onError: () => {} })
    const missing = await missingMigrations(db)
    if (missing.length > 0)
      throw new OperationError(
        `The database lacks ${missing.join(', ')}: start the server of this version once, then try again.`,
      )
    return {
      config,
      db,
      ownerUrl: url,
      close: async () => {
        await db?.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await db?.close()
    await embedded?.stop()
    throw error
  }
}
