/** Primary process of a cluster: forks the workers, replaces a worker that dies, and stops all of them. */
import cluster, { type Worker } from 'node:cluster'
import type { Config } from '../platform/config/config.ts'
import { serveWorkerMetrics } from '../platform/metrics/worker-metrics.ts'
import type { DatabaseAccess } from '../platform/schema/serving-login/prepare-database-access.ts'
import { createStartLog } from '../web/json-log.ts'
import type { Installation } from './prepare-installation.ts'

const RESTART_DELAY_MIN_MS = 1_000
const RESTART_DELAY_MAX_MS = 30_000
/** The death of a worker that lived this long resets the delay. */
const STABLE_AFTER_MS = 60_000
/** The primary process has prepared the installation, and passes to its workers how they reach the database. */
const DATABASE_ACCESS = 'KERF_DATABASE_ACCESS'

export const readDatabaseAccess = (env: NodeJS.ProcessEnv): DatabaseAccess =>
  JSON.parse(env[DATABASE_ACCESS] ?? '') as DatabaseAccess

/** After their drain time. Longer than a worker's own timeout. */
const STOP_TIMEOUT_MS = 35_000

export function superviseWorkers(config: Config, installation: Installation): void {
  const log = createStartLog(config)
  let stopping = false
  let hasListened = false
  let restartDelay = RESTART_DELAY_MIN_MS

  function fork(): void {
    const startedAt = performance.now()
    const worker = cluster.fork({ [DATABASE_ACCESS]: JSON.stringify(installation.database) })
    let isReplaced = false
    const replace = (cause: string): void => {
      if (stopping || isReplaced) return
      isReplaced = true
      if (performance.now() - startedAt > STABLE_AFTER_MS) restartDelay = RESTART_DELAY_MIN_MS
      log.warn(`A worker ended (${cause}). Another one starts in ${restartDelay / 1_000} s.`)
      setTimeout(() => !stopping && fork(), restartDelay)
      restartDelay = Math.min(restartDelay * 2, RESTART_DELAY_MAX_MS)
    }
    // A message to a dying worker, or no memory for a new one. Without a listener the primary would end.
    worker.on('error', (error: Error) => {
      if (worker.process.pid === undefined) replace(error.message)
    })
    worker.on('exit', (code, signal) => {
      // As for a single process. It has named an error that the others would meet too, such as a port in use.
      if (code === 1 && !hasListened && !stopping) process.exit(1)
      replace(signal ? `signal ${signal}` : `exit code ${code}`)
    })
  }
  cluster.on('listening', () => {
    hasListened = true
  })
  serveWorkerMetrics()
  for (let i = 0; i < config.workers; i++) fork()

  const shutdown = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
    const hasEnded = (worker: Worker) => new Promise(resolve => worker.once('exit', resolve))
    const ended = Promise.all(workers.map(hasEnded))
    for (const worker of workers) worker.process.kill('SIGTERM')
    const timeout = config.drainSeconds * 1_000 + STOP_TIMEOUT_MS
    await Promise.race([ended, new Promise(resolve => setTimeout(resolve, timeout).unref())])
    await installation.stop?.()
    process.exit(0)
  }
  process.on('SIGTERM', () => void shutdown())
  process.on('SIGINT', () => void shutdown())
}
