/** Prepares an installation for serving: starts the embedded database, migrates the schema, seeds demo data in development. */

import { readCourses } from '../entitlements/index.ts'
import { removeDevelopmentOperators } from '../operations/wing.ts'
import type { Config } from '../platform/config/config.ts'
import { type Database, databaseAccessError, openDatabase } from '../platform/db/database.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { type Keys, loadKeys, readMasterKey } from '../platform/keys/keys.ts'
import { connectOwner, migrateOn } from '../platform/schema/migrate.ts'
import {
  type DatabaseAccess,
  type DatabaseAddresses,
  databaseAddresses,
  prepareDatabaseAccessOn,
} from '../platform/schema/serving-login/prepare-database-access.ts'
import { createStartLog } from '../web/json-log.ts'
import { assertDeployment } from './assert-deployment.ts'
import { loadDevelopment } from './development.ts'
import type { DatabaseWait } from './waiting-server.ts'

export interface Installation {
  readonly database: DatabaseAccess
  /** undefined: read from the database */
  readonly keys?: Keys
  /** Stops the embedded database. Undefined for any other database. */
  readonly stop?: () => Promise<void>
}

/**
 * Migrates the schema, and reads and checks what only the owner may. On one connection: each takes as long as some statements.
 * Throws if the database belongs to another server group or to another master key.
 */
async function prepareDatabase(addresses: DatabaseAddresses, config: Config) {
  const { ownerUrl } = addresses
  const log = createStartLog(config)
  const owner = await connectOwner(ownerUrl, 'kerf prepare')
  try {
    const { servingRole, applied } = await migrateOn(owner, ownerUrl, { report: log.info })
    if (applied.length > 0) log.info(`Applied ${applied.join(', ')}.`)
    const masterKey = await readMasterKey(config.masterKey, config.dataDir, owner)
    await assertDeployment(owner, config)
    if (config.production) await removeDevelopmentOperators(owner)
    const keys = await loadKeys(owner, masterKey)
    return { servingRole, keys, database: await prepareDatabaseAccessOn(owner, keys, addresses, log.warn) }
  } finally {
    await owner.end().catch(() => undefined)
  }
}

/** An external database is waited for; the embedded one must start. */
export async function prepareInstallation(config: Config, wait: DatabaseWait): Promise<Installation> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: createStartLog(config) })
      : undefined
  const addresses = databaseAddresses(config, embedded?.socketUrl)
  const { ownerUrl } = addresses
  try {
    const { servingRole, keys, database } = await wait.until(() => prepareDatabase(addresses, config))
    const development = await loadDevelopment(config)
    // Before workers start: concurrent ones would each create it.
    if (config.devHttpsPort !== undefined) await development?.prepareLocalCertificate(config)
    if (development) {
      const db = await openDatabase({ url: ownerUrl, servingRole, poolSize: 1, onError: () => undefined })
      await wait.until(() => seed(db, config, keys, development.seedInstallation)).finally(() => db.close())
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
  { coursesFolder, dataDir }: Config,
  keys: Keys,
  seedInstallation: Development['seedInstallation'],
): Promise<void> {
  await seedInstallation(db, keys, { courses: await readCourses(coursesFolder), dataDir })
}
