import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { assertMajorVersion, createCluster } from './cluster.ts'
import { type ClusterLocation, ownerOf, resolveLocation, writeLocation } from './cluster-location.ts'
import { connectionUrls, createDatabase, queryServerVersion } from './connection.ts'
import { findFreePort } from './free-port.ts'
import type { Log } from './log.ts'
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import type { RunAs } from './run-as.ts'
import { readOrCreateSecrets, type Secrets } from './secrets.ts'

/** A cluster that accepts connections. */
export type OpenedCluster = {
  place: ClusterLocation
  postmaster: Postmaster
  secrets: Secrets
  pgVersion: string
}

type Options = { control: string; log: Log; durable: boolean; onExit: () => void }

const TRANSIENT_START_ERROR = /shared memory block|Address already in use|lock file/
const START_RETRY_TIMEOUT_MS = 20_000

/** After a kill the old server's children need a moment to notice; until then PostgreSQL refuses to start. */
async function startWithRetries(
  place: ClusterLocation,
  binaries: Binaries,
  runAs: RunAs,
  options: Options,
): Promise<Postmaster> {
  const { control, durable, onExit } = options
  const limit = Date.now() + START_RETRY_TIMEOUT_MS
  for (;;) {
    const port = await findFreePort(place.port)
    try {
      const log = join(control, 'postgres.log')
      return await startPostmaster({ cluster: place.cluster, binaries, port, log, runAs, durable }, onExit)
    } catch (error) {
      if (!TRANSIENT_START_ERROR.test(String(error)) || Date.now() > limit) throw error
      await sleep(100)
    }
  }
}

/** A running server of this cluster that answers; one that does not is stopped. */
async function adopt(place: ClusterLocation, secrets: Secrets, log: Log): Promise<Postmaster | undefined> {
  const running = findPostmaster(place.cluster)
  if (!running) return undefined
  if (await queryServerVersion(connectionUrls(running.port, secrets).adminUrl)) return running
  log.warn('the embedded PostgreSQL runs but does not answer; it is stopped and started again')
  await stopPostmaster(running)
  return undefined
}

/** Adopts or starts the cluster of a data folder, making it first if there is none. Call under the lock. */
export async function openCluster(options: Options): Promise<OpenedCluster> {
  const { control, log, durable } = options
  const place = await resolveLocation(control, log)
  const runAs = ownerOf(place.cluster)
  const secrets = readOrCreateSecrets(control, place.cluster)
  let postmaster = await adopt(place, secrets, log)
  if (!postmaster) {
    const binaries = prepareBinaries(control, runAs)
    if (!existsSync(place.cluster)) {
      await createCluster(place.cluster, binaries, { password: secrets.admin, runAs, durable })
      log.info(`made an embedded PostgreSQL database in ${place.cluster}`)
    }
    assertMajorVersion(place.cluster, binaries)
    postmaster = await startWithRetries(place, binaries, runAs, options)
  }
  const { adminUrl } = connectionUrls(postmaster.port, secrets)
  if (!place.databaseMade) await createDatabase(adminUrl, secrets)
  const opened = { ...place, port: postmaster.port, databaseMade: true }
  writeLocation(control, opened)
  return { place: opened, postmaster, secrets, pgVersion: (await queryServerVersion(adminUrl)) ?? '' }
}
