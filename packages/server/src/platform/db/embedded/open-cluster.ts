import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { checkVersion, makeCluster } from './cluster.ts'
import { addresses, askVersion, makeDatabase } from './connection.ts'
import { freePort } from './free-port.ts'
import type { Log } from './log.ts'
import { findPlace, ownerOf, type Place, writePlace } from './place.ts'
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import type { RunAs } from './run-as.ts'
import { readSecrets, type Secrets } from './secrets.ts'

/** A cluster that accepts connections. */
export type Opened = { place: Place; postmaster: Postmaster; secrets: Secrets; pgVersion: string }

type Options = { control: string; log: Log; durable: boolean; onExit: () => void }

const passing = /shared memory block|Address already in use|lock file/
const patienceMs = 20_000

/** After a kill the old server's children need a moment to notice; until then PostgreSQL refuses to start. */
async function startPatiently(
  place: Place,
  binaries: Binaries,
  runAs: RunAs,
  options: Options,
): Promise<Postmaster> {
  const { control, durable, onExit } = options
  const limit = Date.now() + patienceMs
  for (;;) {
    const port = await freePort(place.port)
    try {
      const log = join(control, 'postgres.log')
      return await startPostmaster({ cluster: place.cluster, binaries, port, log, runAs, durable }, onExit)
    } catch (error) {
      if (!passing.test(String(error)) || Date.now() > limit) throw error
      await sleep(100)
    }
  }
}

/** A running server of this cluster that answers; one that does not is stopped. */
async function adopt(place: Place, secrets: Secrets, log: Log): Promise<Postmaster | undefined> {
  const running = findPostmaster(place.cluster)
  if (!running) return undefined
  if (await askVersion(addresses(running.port, secrets).adminUrl)) return running
  log.warn('the embedded PostgreSQL runs but does not answer; it is stopped and started again')
  await stopPostmaster(running)
  return undefined
}

/** Adopts or starts the cluster of a data folder, making it first if there is none. Call under the lock. */
export async function openCluster(options: Options): Promise<Opened> {
  const { control, log, durable } = options
  const place = await findPlace(control, log)
  const runAs = ownerOf(place.cluster)
  const secrets = readSecrets(control, place.cluster)
  let postmaster = await adopt(place, secrets, log)
  if (!postmaster) {
    const binaries = prepareBinaries(control, runAs)
    if (!existsSync(place.cluster)) {
      await makeCluster(place.cluster, binaries, { password: secrets.admin, runAs, durable })
      log.info(`made an embedded PostgreSQL database in ${place.cluster}`)
    }
    checkVersion(place.cluster, binaries)
    postmaster = await startPatiently(place, binaries, runAs, options)
  }
  const { adminUrl } = addresses(postmaster.port, secrets)
  if (!place.databaseMade) await makeDatabase(adminUrl, secrets)
  const opened = { ...place, port: postmaster.port, databaseMade: true }
  writePlace(control, opened)
  return { place: opened, postmaster, secrets, pgVersion: (await askVersion(adminUrl)) ?? '' }
}
