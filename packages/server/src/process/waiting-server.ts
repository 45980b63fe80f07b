/**
 * Answers on the server's port while the database is away at the start: alive, not ready, and 503 for every call. The portal
 * itself starts when the database answers.
 */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { untilAvailable } from '../platform/db/until-available.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { healthRoutes } from '../web/health.ts'
import { createStartLog } from '../web/json-log.ts'
import { createServer } from '../web/server.ts'

const LOG_INTERVAL_MS = 60_000
const RETRY_AFTER_SECONDS = 2

export interface DatabaseWait {
  /** Repeats `work` until the database is available. From the first failed try on, the port is answered. */
  until<T>(work: () => Promise<T>): Promise<T>
  /** Frees the port. */
  end(): Promise<void>
}

async function openWaitingServer(config: Config): Promise<FastifyInstance> {
  const own = config.publicUrl?.origin ?? `http://localhost:${config.port}`
  const http = createServer({
    trustedProxies: config.trustedProxies,
    logLevel: 'silent',
    origins: { own: () => own, listed: () => new Set() },
    metrics: { observeRequest: () => undefined, countEvent: () => undefined },
  })
  healthRoutes(http, async () => 'the database does not answer')
  http.all('/*', () => {
    throw new ApiError('system', { retryAfter: RETRY_AFTER_SECONDS })
  })
  await http.listen({ port: config.port, host: config.host })
  return http
}

const exitBySignal = (): never => process.exit(0)

export function createDatabaseWait(config: Config): DatabaseWait {
  let opening: Promise<FastifyInstance | undefined> | undefined
  let waitingSince: number | undefined
  let loggedAt = Number.NEGATIVE_INFINITY
  const log = createStartLog(config)

  function onWaiting(error: unknown): void {
    const now = performance.now()
    waitingSince ??= now
    if (opening === undefined) {
      // The port of another program is reported when the portal listens.
      opening = openWaitingServer(config).catch(() => undefined)
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, exitBySignal)
    }
    if (now - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = now
    const { message, code } = error as { message?: string; code?: string }
    log.warn(`The database does not answer (${message || code}). The server starts when it does.`)
  }

  return {
    until: work => untilAvailable(work, onWaiting),
    async end() {
      if (waitingSince === undefined) return
      const seconds = Math.round((performance.now() - waitingSince) / 1_000)
      log.info(`The database answers after ${seconds} s.`)
      waitingSince = undefined
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, exitBySignal)
      await (await opening)?.close()
      opening = undefined
    },
  }
}
