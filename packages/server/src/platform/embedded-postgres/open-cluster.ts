import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { assertMajorVersion, createCluster } from './cluster.ts'
import {
  type ClusterLocation,
  externalFolderOf,
  ownerOf,
  resolveLocation,
  writeLocation,
} from './cluster-location.ts'
import { connectionUrls, createDatabase, queryServerVersion } from './connection.ts'
import { removeAbandonedFolders, writeOwner } from './external-folder.ts'
import { findFreePort } from './free-port.ts'
import type { Log } from './log.ts'
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import type { RunAs } from './run-as.ts'
import { readOrCreateSecrets, type Secrets } from './secrets.ts'
import { startWatchdog } from './watchdog.ts'

/** A running cluster that accepts connections. */
export type OpenedCluster = {
  location: ClusterLocation
  postmaster: Postmaster
  secrets: Secrets
  pgVersion: string
}

type Options = { control: string; log: Log; durable: boolean; onExit: () => void }

const TRANSIENT_START_ERROR = /shared memory block|Address already in use|lock file/
const START_RETRY_TIMEOUT_MS = 20_000

/**
 * Starts PostgreSQL and retries while child processes of a killed server are still ending: PostgreSQL refuses to start
 * before they have ended.
 */
async function startWithRetries(
  location: ClusterLocation,
  binaries: Binaries,
  runAs: RunAs,
  options: Options,
): Promise<Postmaster> {
  const { control, durable, onExit } = options
  const deadline = Date.now() + START_RETRY_TIMEOUT_MS
  for (;;) {
    const port = await findFreePort(location.port)
    try {
      const log = join(control, 'postgres.log')
      return await startPostmaster({ cluster: location.cluster, binaries, port, log, runAs, durable }, onExit)
    } catch (error) {
      if (!TRANSIENT_START_ERROR.test(String(error)) || Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}

/** Returns the running server of this cluster if it responds. Stops a server that does not respond. */
async function findRespondingPostmaster(
  location: ClusterLocation,
  secrets: Secrets,
  log: Log,
): Promise<Postmaster | undefined> {
  const running = findPostmaster(location.cluster)
  if (!running) return undefined
  if (await queryServerVersion(connectionUrls(running.port, secrets).adminUrl)) return running
  log.warn('the embedded PostgreSQL is running but does not respond; restarting it')
  await stopPostmaster(running)
  return undefined
}

/**
 * Returns the running cluster of a data folder. Creates the cluster if it is missing and starts it if it is not running.
 * The caller must hold the lock.
 */
export async function openCluster(options: Options): Promise<OpenedCluster> {
  const { control, log, durable } = options
  const location = await resolveLocation(control, log)
  const external = externalFolderOf(location, control)
  if (external !== undefined) {
    log.info(`the embedded database is in ${external}: PostgreSQL's user cannot enter ${location.dataDir}`)
    writeOwner(external, control)
    removeAbandonedFolders(dirname(external), log)
  }
  const runAs = ownerOf(location.cluster)
  const secrets = readOrCreateSecrets(control, location.cluster)
  let postmaster = await findRespondingPostmaster(location, secrets, log)
  if (!postmaster) {
    const binaries = prepareBinaries(control, runAs)
    if (!existsSync(location.cluster)) {
      await createCluster(location.cluster, binaries, { password: secrets.admin, runAs, durable })
      log.info(`created an embedded PostgreSQL database in ${location.cluster}`)
    }
    assertMajorVersion(location.cluster, binaries)
    postmaster = await startWithRetries(location, binaries, runAs, options)
    startWatchdog(postmaster.pid, control, external)
  }
  const { adminUrl } = connectionUrls(postmaster.port, secrets)
  if (!location.databaseMade) await createDatabase(adminUrl, secrets)
  const openedLocation = { ...location, port: postmaster.port, databaseMade: true }
  writeLocation(control, openedLocation)
  return {
    location: openedLocation,
    postmaster,
    secrets,
    pgVersion: (await queryServerVersion(adminUrl)) ?? '',
  }
}
