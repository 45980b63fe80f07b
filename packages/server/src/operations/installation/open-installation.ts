/** Opens the installation that an environment describes, for one command, with or without a running server. */
import { type Config, readConfig } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { missingMigrations } from '../../platform/db/migration-store.ts'
import { OperationError } from '../operation-error.ts'

export interface Installation {
  readonly config: Config
  readonly db: Database
  /** address of the database for its owner; contains the password */
  readonly ownerUrl: string
  close(): Promise<void>
}

/**
 * `root`: folder of the checkout or the installed tree. `warn`: receives warnings of the embedded database. Throws a
 * ConfigError, or an OperationError if this version cannot use the database.
 */
export async function openInstallation(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
  warn: (message: string) => void,
): Promise<Installation> {
  const config = readConfig(env, root)
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: { info() {}, warn } })
      : undefined
  let db: Database | undefined
  try {
    const url = config.databaseUrl ?? embedded?.url ?? ''
    // Without a server nothing else migrates the embedded database. An external one is migrated by its servers.
    if (embedded) await migrate(url)
    db = await openDatabase({ url, poolSize: 2, onError: () => {} })
    const missing = await missingMigrations(db)
    if (missing.length > 0)
      throw new OperationError(
        `The database lacks ${missing.join(', ')}. Start a server of this version once, then try again.`,
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
