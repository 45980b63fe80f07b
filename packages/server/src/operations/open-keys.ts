/** The installation's keys, for the commands that need them. */
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/db/database.ts'
import { type Keys, loadKeys, readMasterKey } from '../platform/keys/keys.ts'

/** Throws where KERF_MASTER_KEY is not the one the database was set up under. */
export const openKeys = async (db: Database, config: Config): Promise<Keys> =>
  loadKeys(db, await readMasterKey(config.masterKey, config.dataDir))
