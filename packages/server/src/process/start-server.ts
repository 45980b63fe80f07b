/** Starts a serving process: databases, app, port, jobs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadedBrand, loadBrands } from '@kerf/brands/registry'
import type { FastifyBaseLogger } from 'fastify'
import { readCourses } from '../entitlements/index.ts'
import { prepareDecoyHash } from '../identity/index.ts'
import { type ConsoleApi, monitorOperators, startConsoleApi } from '../operations/wing.ts'
import { lowerThreadPoolPriority } from '../platform/concurrency/thread-pool.ts'
import type { Config } from '../platform/config/config.ts'
import { readRelease } from '../platform/config/release.ts'
import { monitorClockSkew } from '../platform/db/clock-skew.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createDatabaseClock } from '../platform/db/database-clock.ts'
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
import { addServerMetrics } from './server-metrics.ts'
import { type ServerJobQueue, startServerJobs } from './start-jobs.ts'
import { createDatabaseWait, type DatabaseWait } from './waiting-server.ts'

const TRACE_LINE_INTERVAL_MS = 60_000
const JOBS_DELAY_MS = 50

export interface RunningServer extends Listening {
  readonly url: URL
  readonly names: PublicHosts
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly log: FastifyBaseLogger
  /** answers the console's process; undefined: there is no console */
  readonly consoleApi: ConsoleApi | undefined
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

/** Logs nothing before the app exists. */
interface EarlyLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** Opens the databases, and reads the keys and what is stored in files. */
async function openServices(
  config: Config,
  preparing: Prepared | Promise<Prepared>,
  wait: DatabaseWait,
  log: EarlyLog,
) {
  const loading = Promise.all([readCourses(config.coursesFolder), loadBrands()])
  // Prevents an unhandled rejection; the error is thrown where `loading` is awaited.
  loading.catch(() => undefined)
  const { database, keys: preparedKeys } = await preparing
  const { ownerUrl } = database
  const { pools, close, ...databases } = await openDatabases(config, database, log, error =>
    reportLostConnection(log, error),
  )
  const masterKey = await readMasterKey(config.masterKey, config.dataDir)
  const keys = preparedKeys ?? (await wait.until(() => loadKeysAsOwner(ownerUrl, masterKey)))
  const [courses, brands] = await loading
  return { databases, pools, close, ownerUrl, masterKey, keys, courses, brands }
}

const reportLostConnection = (log: EarlyLog, error: Error): void =>
  log.warn({ error: error.name }, 'database connection lost')

/** After months without a server no partition accepts rows of today. If it fails, the job tries again. */
async function makeMonthPartitions(db: Database, config: Config, log: FastifyBaseLogger): Promise<void> {
  const guard = createClockGuard(db, log)
  await maintainMonthlyTables(db, monthlyTables(config.auditDays), guard, log).catch(error =>
    reportLostConnection(log, error),
  )
}

/** Resolves when requests are answered. Whatever needs no database is loaded while `preparing` is pending. */
export async function startServer(
  config: Config,
  preparing: Prepared | Promise<Prepared>,
  wait: DatabaseWait = createDatabaseWait(config),
): Promise<RunningServer> {
  const listener = createListener(config)
  const late: { log?: FastifyBaseLogger; jobs?: ServerJobQueue } = {}
  const earlyLog: EarlyLog = {
    info: (details, message) => late.log?.info(details, message),
    warn: (details, message) => late.log?.warn(details, message),
  }
  const opened = await openServices(config, preparing, wait, earlyLog)
  const { databases, keys, courses, ownerUrl, masterKey } = opened
  const { db, listReads } = databases
  const clock = createDatabaseClock(db)
  const metrics = createMetrics()
  const tracing = await startTracing(config, metrics, earlyLog.warn)
  addServerMetrics(metrics, {
    ...{
      pools: opened.pools,
      clock,
      fileStore: config.fileStore,
      listReads,
      backupHours: config.backups?.hours,
    },
    jobs: () => late.jobs?.running,
    lastBackup: () => late.jobs?.lastBackup(),
  })
  const names = createPublicHosts(config, listener.url, listener.httpsPort)
  const brands = withDevelopmentOrigins(opened.brands, config, names)
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
  const { log } = app.http
  late.log = log
  log.info({ ...readRelease(), node: process.version }, 'starting')
  await makeMonthPartitions(db, config, log)
  const listen = await listener.prepare(app.http)
  const skew = monitorClockSkew(clock, log)
  await wait.end()
  const listening = await listen()

  // The first calls come before the job queue: its code blocks the process for some 30 ms.
  await sleep(JOBS_DELAY_MS)
  await prepareDecoyHash()
  lowerThreadPoolPriority()
  const { files, sweepHeadpics } = app
  const jobs = await startServerJobs({
    ...{ config, db, clock, keys, brands, placeOf, metrics, files, sweepHeadpics, masterKey, ownerUrl, log },
    publicUrl: listener.url,
    issuer: () => names.publicUrl().origin,
  })
  late.jobs = jobs
  const operators = monitorOperators(db, metrics)
  const development = await loadDevelopment(config)
  const consoleApi = await startConsoleApi({
    ...{ config, ownerUrl, keys, log },
    findDemoInvitation: development?.createDemoInvitation(ownerUrl),
  })

  return {
    ...listening,
    ...{ names, brands, log, consoleApi },
    url: listener.url(),
    drain: app.drain,
    async stop() {
      app.drain()
      skew.stop()
      operators.stop()
      await consoleApi?.close()
      await app.close()
      await jobs.stop()
      await opened.close()
      await tracing?.stop()
    },
  }
}
