import { existsSync, realpathSync } from 'node:fs'
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
import { socketUrl } from './socket.ts'
import { supervise } from './supervise.ts'

/** Connection data of a running embedded database. */
export type RunningPostgres = {
  /** The product's database, as its owner. */
  url: string
  /** The database `postgres`, as superuser. For backups and tests, not for requests. */
  adminUrl: string
  pgVersion: string
}

/** An embedded database that this process uses and supervises. */
export type EmbeddedPostgres = RunningPostgres & {
  /** `url` over a Unix socket where that is possible. For servers, which send many statements. */
  socketUrl: string
  /** Process id of PostgreSQL's main process. It changes with each restart. */
  pid(): number
  /**
   * Releases the database. The last process that releases it stops PostgreSQL (fast shutdown).
   * Close connection pools first.
   */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** The folder that contains all state. It is created if it is missing. */
  dataDir: string
  log?: Log
  /** False trades durability for speed, for tests. */
  durable?: boolean
}

const silentLog: Log = { info() {}, warn() {} }

/**
 * Opens the PostgreSQL of a data folder. Creates it at the first call and starts it if it is not running. Shares a
 * running one, even if the process that started it was killed. If PostgreSQL ends before `stop`, it is restarted
 * on the same port; connection pools reconnect on their own.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = silentLog, durable = true } = options
  const control = createControlFolder(resolve(dataDir))
  const withControlLock = <T>(run: () => Promise<T>) => withLock(join(control, 'lock'), run)
  let checkNow = () => {}
  const open = () => openCluster({ control, log, durable, onExit: () => checkNow() })

  const release = registerHolder(control)
  let opened: OpenedCluster
  try {
    opened = await withControlLock(open)
  } catch (error) {
    release()
    throw error
  }
  const { port } = opened.postmaster
  let current = identifyProcess(opened.postmaster.pid)

  async function restart(): Promise<void> {
    log.warn('the embedded PostgreSQL ended unexpectedly; restarting it')
    try {
      const { postmaster } = await withControlLock(open)
      current = identifyProcess(postmaster.pid)
      if (postmaster.port === port) log.info('the embedded PostgreSQL is running again')
      else
        log.warn(
          `the embedded PostgreSQL is running again, but not on port ${port}, which is in use: restart this process`,
        )
    } catch (error) {
      log.warn(`the embedded PostgreSQL could not be restarted: ${(error as Error).message}`)
      throw error
    }
  }
  const supervisor = supervise(() => isAlive(current), restart)
  checkNow = supervisor.check

  let stopping: Promise<void> | undefined
  async function stop(): Promise<void> {
    await supervisor.stop()
    // Deleted while it was in use: the watchdog stops PostgreSQL.
    if (!existsSync(control)) return
    await withControlLock(async () => {
      release()
      const running = findPostmaster(opened.location.cluster)
      if (running && countHolders(control) === 0) await stopPostmaster(running)
    })
  }

  const urls = connectionUrls(port, opened.secrets)
  return {
    ...urls,
    socketUrl: socketUrl(urls.url, opened.location.cluster),
    pgVersion: opened.pgVersion,
    pid: () => current.pid,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Returns the database of a data folder if it is running and responds. Read-only: starts and registers nothing. */
export async function findRunningPostgres(dataDir: string): Promise<RunningPostgres | undefined> {
  let control: string
  try {
    control = realpathSync(controlFolder(resolve(dataDir)))
  } catch {
    return undefined
  }
  const location = readCurrentLocation(control)
  const running = location && findPostmaster(location.cluster)
  if (!running) return undefined
  const urls = connectionUrls(running.port, readOrCreateSecrets(control, location.cluster))
  const pgVersion = await queryServerVersion(urls.adminUrl)
  return pgVersion ? { ...urls, pgVersion } : undefined
}
