import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadedBrand, loadBrands } from '@kerf/brands/registry'
import type { FastifyBaseLogger } from 'fastify'
import { readCourses } from '../entitlements/index.ts'
import { prepareDecoyHash } from '../identity/index.ts'
import type { Config } from '../platform/config/config.ts'
import { readRelease } from '../platform/config/release.ts'
import { monitorClockSkew } from '../platform/db/clock-skew.ts'
import { openDatabase } from '../platform/db/database.ts'
import { createDatabaseClock } from '../platform/db/database-clock.ts'
import { errorLogFields } from '../platform/errors/log-fields.ts'
import { createGeo } from '../platform/geo/geo.ts'
import { createClockGuard } from '../platform/jobs/clock-guard.ts'
import { maintainMonthlyTables } from '../platform/jobs/month-partitions-job.ts'
import { type Keys, loadKeys, readMasterKey } from '../platform/keys/keys.ts'
import { createLineLimit } from '../platform/limits/line-limit.ts'
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts'
import { createPublicHosts, type PublicHosts } from '../web/request/public-hosts.ts'
import { buildApp } from './app.ts'
import { addDemoProvider, loadDevelopment, withDevelopmentOrigins } from './development.ts'
import { monthlyTables } from './jobs.ts'
import { createListener, type Listening } from './listen.ts'
import { openDatabases } from './open-databases.ts'
import { registerPages } from './pages.ts'
import type { Installation } from './prepare-installation.ts'
import { releaseStartupMemory } from './release-startup-memory.ts'
import { addServerMetrics } from './server-metrics.ts'
import { type ServerJobQueue, startServerJobs } from './start-jobs.ts'
import { createDatabaseWait, type DatabaseWait } from './waiting-server.ts'

/** Time for requests under way after the port was closed. */
const STOP_TIMEOUT_MS = 30_000
const TRACE_LINE_INTERVAL_MS = 60_000
const JOBS_DELAY_MS = 50

export interface RunningServer extends Listening {
  readonly url: URL
  readonly names: PublicHosts
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly log: FastifyBaseLogger
  /** `/readyz` fails from now on. Requests are still answered. */
  drain(): void
  /** Completes pending requests, then closes everything that the server opened. */
  stop(): Promise<void>
}

type Prepared = Pick<Installation, 'database' | 'keys'>

/** Loads the SDK only if a collector is configured. */
async function startTracing(
  { tracing, deployment }: Config,
  metrics: Metrics,
  warn: (details: object, message: string) => void,
) {
  if (tracing === undefined) return undefined
  const { startTracing: start } = await import('../platform/tracing/start-tracing.ts')
  const lines = createLineLimit(1, TRACE_LINE_INTERVAL_MS)
  return start(tracing, {
    serviceVersion: readRelease().version,
    deployment,
    count: (outcome, spans) => metrics.countEvent('trace_span', outcome, spans),
    warn(details, message) {
      const leftOut = lines()
      if (leftOut !== undefined) warn({ ...details, ...(leftOut > 0 && { leftOut }) }, message)
    },
  })
}

/** Serving connections cannot read the installation's key. */
async function loadKeysAsOwner(ownerUrl: string, masterKey: Buffer): Promise<Keys> {
  const owner = await openDatabase({
    url: ownerUrl,
    servingRole: null,
    poolSize: 1,
    onError: () => undefined,
  })
  return loadKeys(owner, masterKey).finally(() => owner.close())
}

/** Resolves when requests are answered. Whatever needs no database is loaded while `preparing` is pending. */
export async function startServer(
  config: Config,
  preparing: Prepared | Promise<Prepared>,
  wait: DatabaseWait = createDatabaseWait(config),
): Promise<RunningServer> {
  const listener = createListener(config)
  const late: { log?: FastifyBaseLogger; jobs?: ServerJobQueue } = {}
  const log = {
    info: (details: object, message: string) => late.log?.info(details, message),
    warn: (details: object, message: string) => late.log?.warn(details, message),
  }
  const onIdleError = (error: Error): void => log.warn({ error: error.name }, 'database connection lost')
  const loading = Promise.all([readCourses(config.coursesFolder), loadBrands()])
  // Prevents an unhandled rejection; the error is thrown where `loading` is awaited.
  loading.catch(() => undefined)
  const { database, keys: preparedKeys } = await preparing
  const { pools, close, ...databases } = await openDatabases(config, database, log, onIdleError)
  const { db, listReads } = databases
  const masterKey = await readMasterKey(config.masterKey, config.dataDir)
  const keys = preparedKeys ?? (await wait.until(() => loadKeysAsOwner(database.ownerUrl, masterKey)))
  const [courses, loadedBrands] = await loading
  const clock = createDatabaseClock(db)
  const metrics = createMetrics()
  const tracing = await startTracing(config, metrics, log.warn)
  addServerMetrics(metrics, {
    ...{ pools, clock, listReads, backupHours: config.backups?.hours },
    jobs: () => late.jobs?.running,
    lastBackup: () => late.jobs?.lastBackup(),
  })
  const names = createPublicHosts(config, listener.url, listener.httpsPort)
  const brands = withDevelopmentOrigins(loadedBrands, config, names)
  const placeOf = createGeo({
    database: config.geoDatabase,
    onError: () => late.log?.warn('GEO_DATABASE cannot be read: places stay unknown'),
  })
  const app = await buildApp({
    ...databases,
    ...{ config, clock, keys, brands, names, placeOf, metrics, courses },
    addDemoProvider: http => addDemoProvider(http, config, names),
    addRoutes: (http, context) => registerPages(http, { config, brands, names, ...context }),
  })
  late.log = app.http.log
  app.http.log.info({ ...readRelease(), node: process.version }, 'starting')
  // After months without a server no partition accepts rows of today. The job tries again.
  await maintainMonthlyTables(
    db,
    monthlyTables(config.auditDays),
    createClockGuard(db, app.http.log),
    app.http.log,
  ).catch(onIdleError)
  const listen = await listener.prepare(app.http)
  const skew = monitorClockSkew(clock, app.http.log)
  await wait.end()
  const listening = await listen()

  // The first calls come before the job queue: its code blocks the process for some 30 ms.
  await sleep(JOBS_DELAY_MS)
  await prepareDecoyHash()
  const { files, sweepHeadpics } = app
  const jobs = await startServerJobs({
    ...{ config, db, clock, keys, brands, placeOf, metrics, files, sweepHeadpics, masterKey },
    ownerUrl: database.ownerUrl,
    publicUrl: listener.url,
    issuer: () => names.publicUrl().origin,
    log: app.http.log,
  })
  late.jobs = jobs

  return {
    ...listening,
    url: listener.url(),
    names,
    brands,
    log: app.http.log,
    drain: app.drain,
    async stop() {
      app.drain()
      skew.stop()
      await app.close()
      await jobs.stop()
      await close()
      await tracing?.stop()
    },
  }
}

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
  const notes = (await loadDevelopment(config))?.startupNotes(config, server, samples) ?? []
  console.log([`Kerf Passport is ready: ${server.url.origin}`, ...notes].join('\n'))
  releaseStartupMemory()

  let stopping = false
  const shutdown = async (signal: string): Promise<void> => {
    if (stopping) return
    stopping = true
    server.log.info({ signal, seconds: config.drainSeconds }, 'draining')
    // A promise that fails because its connection closes must not end the process before all calls are answered.
    process.on('unhandledRejection', error =>
      server.log.warn(errorLogFields(error), 'failed during the stop'),
    )
    server.drain()
    // Proxies see `/readyz` fail and send their requests elsewhere, before the port is closed.
    await sleep(config.drainSeconds * 1_000)
    const timer = setTimeout(() => {
      server.log.error('stop timeout exceeded')
      process.exit(1)
    }, STOP_TIMEOUT_MS).unref()
    try {
      await samples?.stop()
      await server.stop()
      await installation.stop?.()
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
