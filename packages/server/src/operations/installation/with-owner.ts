/** Connects as the owner of the database, for commands that change its definitions. */
import { readConfig } from '../../platform/config/config.ts'
import type { Environment } from '../../platform/config/read-settings.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../platform/db/database.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { databaseAddresses } from '../../platform/schema/serving-login/prepare-database-access.ts'
import { assertDatabaseExists } from './open-installation.ts'

/** On one connection. `root`: see `openInstallation`. */
export async function withOwner<T>(
  env: Environment,
  root: string,
  work: (db: Database, ownerUrl: string) => Promise<T>,
  options: Pick<DatabaseOptions, 'settings' | 'queryTimeoutMs'> = {},
): Promise<T> {
  const config = readConfig(env, root)
  assertDatabaseExists(config)
  const embedded =
    config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir }) : undefined
  try {
    const { ownerUrl } = databaseAddresses(config, embedded?.url)
    const db = await openDatabase({
      url: ownerUrl,
      servingRole: null,
      poolSize: 1,
      onError: () => {},
      ...options,
    })
    return await work(db, ownerUrl).finally(() => db.close())
  } finally {
    await embedded?.stop()
  }
}
