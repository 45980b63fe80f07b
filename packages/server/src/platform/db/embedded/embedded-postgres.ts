import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { controlFolder, createControlFolder, readCurrentLocation } from './cluster-location.ts'
import { connectionUrls, queryServerVersion } from './connection.ts'
import { countHolders, registerHolder } from './holders.ts'
import { withLock } from './lock.ts'
import type { Log } from './log.ts'
import { type OpenedCluster, openCluster } from './open-cluster.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { identifyProcess, isAlive } from './process-identity.ts'
import { readOrCreateSecrets } from './secrets.ts'
import { supervise } from './supervise.ts'

/** Where a running embedded database is reached. */
export type RunningPostgres = {
  /** The product's database as its owner. */
  url: string
  /** The `postgres` database as superuser: for backup and tests, not for requests. */
  adminUrl: string
  pgVersion: string
}

/** A database this process uses and watches over. */
export type EmbeddedPostgres = RunningPostgres & {
  /** Pid of PostgreSQL's main process; another one after a restart. */
  pid(): number
  /** Lets go of the database; the last process that does so stops it (fast shutdown). Close pools first. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** The folder all state lies in; made if absent. */
  dataDir: string
  log?: Log
  /** False gives up durability for speed, for tests whose data nobody misses. */
  durable?: boolean
}

const silentLog: Log = { info() {}, warn() {} }

/**
 * Opens the PostgreSQL of a data folder: makes it at the first call, starts it if it stands still, adopts it if
 * another process (or one that was killed) started it. While it is held, it is restarted on the same port
 * should it die; pools reconnect by themselves.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = silentLog, durable = true } = options
  const control = createControlFolder(resolve(dataDir))
  const locked = <T>(work: () => Promise<T>) => withLock(join(control, 'lock'), work)
  let look = () => {}
  const open = () => openCluster({ control, log, durable, onExit: () => look() })

  const release = registerHolder(control)
  let opened: OpenedCluster
  try {
    opened = await locked(open)
  } catch (error) {
    release()
    throw error
  }
  const { port } = opened.postmaster
  let current = identifyProcess(opened.postmaster.pid)

  async function revive(): Promise<void> {
    log.warn('the embedded PostgreSQL has ended; starting it again')
    try {
      const { postmaster } = await locked(open)
      current = identifyProcess(postmaster.pid)
      if (postmaster.port === port) log.info('the embedded PostgreSQL runs again')
      else log.warn(`the embedded PostgreSQL runs again, but port ${port} was taken: restart this process`)
    } catch (error) {
      log.warn(`the embedded PostgreSQL could not be started: ${(error as Error).message}`)
      throw error
    }
  }
  const supervisor = supervise(() => isAlive(current), revive)
  look = supervisor.look

  let stopping: Promise<void> | undefined
  async function stop(): Promise<void> {
    await supervisor.end()
    await locked(async () => {
      release()
      const running = findPostmaster(opened.place.cluster)
      if (running && countHolders(control) === 0) await stopPostmaster(running)
    })
  }

  return {
    ...connectionUrls(port, opened.secrets),
    pgVersion: opened.pgVersion,
    pid: () => current.pid,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** The database of a data folder if it runs and answers, without starting, holding or changing anything. */
export async function findRunningPostgres(dataDir: string): Promise<RunningPostgres | undefined> {
  let control: string
  try {
    control = realpathSync(controlFolder(resolve(dataDir)))
  } catch {
    return undefined
  }
  const place = readCurrentLocation(control)
  const running = place && findPostmaster(place.cluster)
  if (!running) return undefined
  const found = connectionUrls(running.port, readOrCreateSecrets(control, place.cluster))
  const pgVersion = await queryServerVersion(found.adminUrl)
  return pgVersion ? { ...found, pgVersion } : undefined
}
