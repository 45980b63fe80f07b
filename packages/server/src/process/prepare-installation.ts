/** Makes an installation ready to serve: database there, schema up to date, in development demo accounts. */

import { DEMO_UID, seedDemo } from '../demo/seed-demo.ts'
import { seedRedemption } from '../demo/seed-redemption.ts'
import { seedTraining } from '../demo/seed-training.ts'
import { readCourses } from '../entitlements/index.ts'
import type { Config } from '../platform/config/config.ts'
import { accessFault, type Database, openDatabase } from '../platform/db/database.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../platform/db/migrate.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { loadKeys, readMasterKey } from '../platform/keys/keys.ts'

export interface Installation {
  readonly databaseUrl: string
  /** the role to serve as; null: the user of the address itself; absent: to be asked for */
  readonly servingRole?: string | null
  /** lets go of the embedded database; nothing for another one */
  readonly stop?: () => Promise<void>
}

const say = (message: string): void => console.error(message)

export async function prepareInstallation(config: Config): Promise<Installation> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: { info: say, warn: say } })
      : undefined
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  try {
    const { servingRole } = await migrate(databaseUrl)
    if (!config.production) {
      const db = await openDatabase({ url: databaseUrl, servingRole, poolSize: 1, onFault: () => undefined })
      await seed(db, config).finally(() => db.close())
    }
    return { databaseUrl, servingRole, ...(embedded && { stop: () => embedded.stop() }) }
  } catch (error) {
    await embedded?.stop()
    const words = embedded ? undefined : accessFault(error)
    throw words === undefined ? error : new StartupError(words, { cause: error })
  }
}

async function seed(db: Database, config: Config): Promise<void> {
  await seedDemo(db)
  const keys = await loadKeys(db, await readMasterKey(config.masterKey, config.dataDir))
  await seedRedemption(db, keys.redemption, DEMO_UID.personal)
  await seedTraining(db, DEMO_UID.personal, (await readCourses(config.coursesFolder)).get('printer'))
}
