/** Prepares an installation for serving: starts the embedded database, migrates the schema, seeds demo data in development. */
import { loadDevelopment } from '../compose/development.ts'
import { readCourses } from '../entitlements/index.ts'
import type { Config } from '../platform/config/config.ts'
import { type Database, databaseAccessError, openDatabase } from '../platform/db/database.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../platform/db/migrate.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { type Keys, loadKeys, readMasterKey } from '../platform/keys/keys.ts'
import {
  type DatabaseAccess,
  databaseAddresses,
  prepareDatabaseAccess,
} from '../platform/serving/prepare-database-access.ts'
import { assertDeployment } from './assert-deployment.ts'
import type { DatabaseWait } from './waiting-server.ts'

export interface Installation {
  readonly database: DatabaseAccess
  /** undefined: read from the database */
  readonly keys?: Keys
  /** Stops the embedded database. Undefined for any other database. */
  readonly stop?: () => Promise<void>
}

const log = (message: string): void => console.error(message)

/** What only the owner may read. Throws if the database belongs to another server group or to another master key. */
async function readInstallation(ownerUrl: string, config: Config, masterKey: Buffer): Promise<Keys> {
  const owner = await openDatabase({
    url: ownerUrl,
    servingRole: null,
    poolSize: 1,
    onError: () => undefined,
  })
  try {
    await assertDeployment(owner, config)
    return await loadKeys(owner, masterKey)
  } finally {
    await owner.close()
  }
}

/** An external database is waited for; the embedded one must start. */
export async function prepareInstallation(config: Config, wait: DatabaseWait): Promise<Installation> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: { info: log, warn: log } })
      : undefined
  const addresses = databaseAddresses(config, embedded?.socketUrl)
  const { ownerUrl } = addresses
  try {
    const { servingRole } = await wait.until(() => migrate(ownerUrl, { report: log }))
    const masterKey = await readMasterKey(config.masterKey, config.dataDir)
    const reading = wait.until(() => readInstallation(ownerUrl, config, masterKey))
    const preparing = wait.until(() => prepareDatabaseAccess(addresses, masterKey, log))
    // Both have ended before the embedded database is stopped because one has failed.
    await Promise.allSettled([reading, preparing])
    const [keys, database] = await Promise.all([reading, preparing])
    const development = await loadDevelopment(config)
    // Before workers start: concurrent ones would each create it.
    if (config.devHttpsPort !== undefined) await development?.prepareLocalCertificate(config)
    if (development) {
      const db = await openDatabase({ url: ownerUrl, servingRole, poolSize: 1, onError: () => undefined })
      await wait
        .until(() => seed(db, config, masterKey, development.seedInstallation))
        .finally(() => db.close())
    }
    return { database, keys, ...(embedded && { stop: () => embedded.stop() }) }
  } catch (error) {
    await embedded?.stop()
    const message = embedded ? undefined : databaseAccessError(error)
    throw message === undefined ? error : new StartupError(message, { cause: error })
  }
}

type Development = NonNullable<Awaited<ReturnType<typeof loadDevelopment>>>

async function seed(
  db: Database,
  { coursesFolder }: Config,
  masterKey: Buffer,
  seedInstallation: Development['seedInstallation'],
): Promise<void> {
  const keys = await loadKeys(db, masterKey)
  await seedInstallation(db, keys, await readCourses(coursesFolder))
}
