/** Primary process of a cluster: forks the workers, replaces a worker that dies, and stops all of them. */
import cluster from 'node:cluster'
import type { Config } from '../platform/config/config.ts'
import type { DatabaseAccess } from '../platform/serving/prepare-database-access.ts'
import type { Installation } from './prepare-installation.ts'

const RESTART_DELAY_MS = 1_000
/** The primary process has prepared the installation, and passes to its workers how they reach the database. */
const DATABASE_ACCESS = 'KERF_DATABASE_ACCESS'

export const readDatabaseAccess = (env: NodeJS.ProcessEnv): DatabaseAccess =>
  JSON.parse(env[DATABASE_ACCESS] ?? '') as DatabaseAccess

/** Longer than a worker's own drain timeout. */
const STOP_TIMEOUT_MS = 35_000

export async function superviseWorkers(config: Config, installation: Installation): Promise<void> {
  let stopping = false
  const listened = new Set<number>()
  const fork = (): void => {
    cluster.fork({ [DATABASE_ACCESS]: JSON.stringify(installation.database) })
  }
  cluster.on('exit', (worker, code) => {
    if (stopping) return
    // A worker that exits with 1 before it listens has a configuration error: a restart would fail again.
    if (code === 1 && !listened.has(worker.id)) process.exit(1)
    setTimeout(fork, RESTART_DELAY_MS)
  })
  cluster.on('listening', worker => listened.add(worker.id))
  for (let i = 0; i < config.workers; i++) fork()

  const shutdown = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
    const ended = Promise.all(workers.map(worker => new Promise(resolve => worker.once('exit', resolve))))
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.race([ended, new Promise(resolve => setTimeout(resolve, STOP_TIMEOUT_MS).unref())])
    await installation.stop?.()
    process.exit(0)
  }
  process.on('SIGTERM', () => void shutdown())
  process.on('SIGINT', () => void shutdown())
}
