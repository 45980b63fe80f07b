/** Serves until a signal stops the process. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../platform/config/config.ts'
import { errorLogFields } from '../platform/errors/log-fields.ts'
import { loadDevelopment } from './development.ts'
import type { Installation } from './prepare-installation.ts'
import { releaseStartupMemory } from './release-startup-memory.ts'
import { type RunningServer, startServer } from './start-server.ts'
import type { DatabaseWait } from './waiting-server.ts'

/** Time for requests under way after the port was closed. */
const STOP_TIMEOUT_MS = 30_000

async function startSampleApps(config: Config, { names, brands, port }: RunningServer, databaseUrl: string) {
  const development = await loadDevelopment(config)
  if (!development?.offersSamples(config, names)) return undefined
  return development.startSamples({ brands, names, databaseUrl, port })
}

export async function serve(
  config: Config,
  preparing: Installation | Promise<Installation>,
  wait: DatabaseWait,
): Promise<void> {
  const server = await startServer(config, preparing, wait).catch(async error => {
    const installation = await Promise.resolve(preparing).catch(() => undefined)
    await installation?.stop?.()
    throw error
  })
  const installation = await preparing
  const samples = await startSampleApps(config, server, installation.database.ownerUrl)
  const development = await loadDevelopment(config)
  const { ownerUrl } = installation.database
  const operatorConsole = await development?.startConsole(config, server.consoleApi?.port, ownerUrl)
  const notes = development?.startupNotes(config, server, samples, operatorConsole) ?? []
  const ready = `Kerf Passport is ready: ${server.url.origin}`
  // A collector of logs reads one JSON object a line.
  if (config.production) server.log.info(ready)
  else console.log([ready, ...notes].join('\n'))
  releaseStartupMemory()
  stopOnSignal(server, config.drainSeconds, async () => {
    await operatorConsole?.stop()
    await samples?.stop()
    await server.stop()
    await installation.stop?.()
  })
}

function stopOnSignal(server: RunningServer, drainSeconds: number, stop: () => Promise<void>): void {
  let stopping = false
  const shutdown = async (signal: string): Promise<void> => {
    if (stopping) return
    stopping = true
    server.log.info({ signal, seconds: drainSeconds }, 'draining')
    // A promise that fails because its connection closes must not end the process before all calls are answered.
    process.on('unhandledRejection', error =>
      server.log.warn(errorLogFields(error), 'failed during the stop'),
    )
    server.drain()
    // Proxies see `/readyz` fail and send their requests elsewhere, before the port is closed.
    await sleep(drainSeconds * 1_000)
    const timer = setTimeout(() => {
      server.log.error('stop timeout exceeded')
      process.exit(1)
    }, STOP_TIMEOUT_MS).unref()
    try {
      await stop()
    } catch (error) {
      server.log.error(errorLogFields(error), 'stop failed')
      process.exit(1)
    }
    clearTimeout(timer)
    server.log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', signal => void shutdown(signal))
  process.on('SIGINT', signal => void shutdown(signal))
}
