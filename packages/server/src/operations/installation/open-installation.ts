/** Opens the installation that an environment describes, for one command, with or without a running server. */
import { type Config, readConfig } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { hasCluster } from '../../platform/embedded-postgres/cluster-location.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../../platform/schema/migrate.ts'
import { describeMissing, missingMigrations } from '../../platform/schema/migration-store.ts'
import { databaseAddresses } from '../../platform/schema/serving-login/prepare-database-access.ts'
import { CommandError } from '../input/command-error.ts'

export interface Installation {
  readonly config: Config
  readonly db: Database
  /** address of the database for its owner; contains the password */
  readonly ownerUrl: string
  close(): Promise<void>
}

/**
 * Throws a CommandError if the configuration names no existing database. Opening it would create an empty one, which an
 * operator who forgot DATA_DIR would take for the installation's.
 */
export function assertDatabaseExists({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && !hasCluster(dataDir))
    throw new CommandError(
      `There is no installation in ${dataDir}. Is the server's environment set (DATABASE_URL, DATA_DIR, KERF_MASTER_KEY)?`,
    )
}

/** Commands read whole tables: those of a million accounts take longer than the five seconds of a call. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000
export const COMMAND_TIMEOUTS = {
  settings: [
    `statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    `idle_in_transaction_session_timeout=${STATEMENT_TIMEOUT_MS}`,
  ],
  queryTimeoutMs: STATEMENT_TIMEOUT_MS + 60_000,
}

/**
 * `root`: folder of the checkout or the installed tree. `warn`: receives warnings of the embedded database. `create`: creates
 * the embedded database if there is none. Throws a ConfigError, or a CommandError if there is no database or this version
 * cannot use it.
 */
export async function openInstallation(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
  { warn, create = false }: { readonly warn: (message: string) => void; readonly create?: boolean },
): Promise<Installation> {
  const config = readConfig(env, root)
  if (!create) assertDatabaseExists(config)
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: { info() {}, warn } })
      : undefined
  let db: Database | undefined
  try {
    const url = databaseAddresses(config, embedded?.url).ownerUrl
    // Without a server nothing else migrates the embedded database. An external one is migrated by its servers.
    if (embedded) await migrate(url)
    db = await openDatabase({ url, poolSize: 2, onError: () => {}, ...COMMAND_TIMEOUTS })
    const missing = await missingMigrations(db)
    if (missing.length > 0)
      throw new CommandError(
        `The database lacks ${describeMissing(missing)}. Run "kerf migrate", or start a server of this version, then try again.`,
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
