/** Several server processes on one port: the primary makes everything ready, replaces who dies, and stops all. */
import cluster from 'node:cluster'
import type { Config } from '../platform/config/config.ts'
import type { Installation } from './prepare-installation.ts'

const RESTART_AFTER = 1_000
const STOP_AFTER = 35_000

export async function superviseWorkers(config: Config, installation: Installation): Promise<void> {
  let stopping = false
  const fork = (): void => {
    cluster.fork({ KERF_DATABASE_URL: installation.databaseUrl })
  }
  cluster.on('exit', (worker, code) => {
    if (stopping) return
    // A worker that fails before it ever listens would fail again: the fault is the configuration's.
    if (code === 1 && !listened.has(worker.id)) process.exit(1)
    setTimeout(fork, RESTART_AFTER)
  })
  const listened = new Set<number>()
  cluster.on('listening', worker => listened.add(worker.id))
  for (let i = 0; i < config.workers; i++) fork()

  const shutdown = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
    const ended = Promise.all(workers.map(worker => new Promise(resolve => worker.once('exit', resolve))))
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.race([ended, new Promise(resolve => setTimeout(resolve, STOP_AFTER).unref())])
    await installation.stop?.()
    process.exit(0)
  }
  process.on('SIGTERM', () => void shutdown())
  process.on('SIGINT', () => void shutdown())
}
