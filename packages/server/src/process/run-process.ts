/** Entry point: reads the configuration, prepares the installation, then serves or supervises workers. */
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from '../platform/config/config.ts'
import { readSecretFiles } from '../platform/config/secret-files.ts'
import { removeUnlistedProxy } from '../platform/config/unlisted-proxy-note.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { isWeakMasterKey, WEAK_MASTER_KEY } from '../platform/keys/master-key-strength.ts'
import { prepareInstallation } from './prepare-installation.ts'
import { serve } from './serve.ts'
import { readDatabaseAccess, superviseWorkers } from './supervise-workers.ts'
import { createDatabaseWait } from './waiting-server.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

async function main(): Promise<void> {
  readSecretFiles(process.env)
  const config = readConfig(process.env, root)
  if (cluster.isWorker) {
    await serve(config, { database: readDatabaseAccess(process.env) }, createDatabaseWait(config))
    return
  }
  if (config.masterKey !== undefined && isWeakMasterKey(config.masterKey))
    throw new ConfigError([`KERF_MASTER_KEY ${WEAK_MASTER_KEY}`])
  await removeUnlistedProxy(config.dataDir)
  const wait = createDatabaseWait(config)
  const installation = prepareInstallation(config, wait)
  if (config.workers === 1) return serve(config, installation, wait)
  const prepared = await installation
  // The workers listen on the port.
  await wait.end()
  superviseWorkers(config, prepared)
}

export function runProcess(): void {
  main().catch((error: unknown) => {
    if (error instanceof ConfigError || error instanceof StartupError) console.error(error.message)
    else console.error(error instanceof Error ? (error.stack ?? error.message) : error)
    process.exit(1)
  })
}
