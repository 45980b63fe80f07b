import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Keys, loadKeys, readMasterKey } from '../../platform/keys/keys.ts'

/** Throws unless the master key is the one under which the installation's keys are encrypted. */
export const loadInstallationKeys = async (db: Database, config: Config): Promise<Keys> =>
  loadKeys(db, await readMasterKey(config.masterKey, config.dataDir, db))
