/** One serving process: opens its resources, listens, and drains on SIGTERM. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, ListenOptions } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadedBrand, loadBrands } from '@kerf/brands/registry'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { composeBackups } from '../compose/backups.ts'
import { loadDevelopment } from '../compose/development.ts'
import { withDevelopmentOrigins } from '../compose/development-origins.ts'
import { findBrand } from '../compose/find-brand.ts'
import { monthlyTables, SCHEDULED_BACKUP, SCHEDULED_JOBS, serverJobGroups } from '../compose/jobs.ts'
import { registerPages } from '../compose/pages.ts'
import { readCourses } from '../entitlements/index.ts'
import { prepareDecoyHash } from '../identity/index.ts'
import { openMailTransport } from '../outbound/mail/open-mail-transport.ts'
import { renderMail } from '../outbound/mail/render-mail.ts'
import { createGuardedPost } from '../outbound/webhook/guarded-post.ts'
import { createPostWebhook } from '../outbound/webhook/post-webhook.ts'
import { primaryReads } from '../platform/cluster/list-reads.ts'
import { openNode } from '../platform/cluster/open-node.ts'
import { openReplica } from '../platform/cluster/open-replica.ts'
import type { Config } from '../platform/config/config.ts'
import { readRelease } from '../platform/config/release.ts'
import { monitorClockSkew } from '../platform/db/clock-skew.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createDatabaseClock } from '../platform/db/database-clock.ts'
import { traceDatabase } from '../platform/db/trace-database.ts'
import { errorLogFields } from '../platform/errors/log-fields.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { createGeo } from '../platform/geo/geo.ts'
import { maintainMonthlyTables } from '../platform/jobs/month-partitions-job.ts'
import type { RunningJobs } from '../platform/jobs/run-jobs.ts'
import { type Keys, loadKeys, readMasterKey } from '../platform/keys/keys.ts'
import { createLineLimit } from '../platform/limits/line-limit.ts'
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts'
import type { DatabaseAccess } from '../platform/schema/serving-login/prepare-database-access.ts'
import { createHttpsServer } from '../web/https-server.ts'
import { createPublicHosts, type PublicHosts } from '../web/public-hosts.ts'
import type { Installation } from './prepare-installation.ts'
import { releaseStartupMemory } from './release-startup-memory.ts'
import { addServerMetrics } from './server-metrics.ts'
import { createDatabaseWait, type DatabaseWait } from './waiting-server.ts'

const LIMITS_QUERY_TIMEOUT_MS = 2_000
const TRACKING_QUERY_TIMEOUT_MS = 3_000
/** Time for requests under way after the port was closed. */
const STOP_TIMEOUT_MS = 30_000
const TRACE_LINE_INTERVAL_MS = 60_000
const JOBS_DELAY_MS = 50

type Development = NonNullable<Awaited<ReturnType<typeof loadDevelopment>>>
type Certificate = Awaited<ReturnType<Development['prepareLocalCertificate']>>

export interface HttpsAddress {
  readonly url: URL
  readonly certificate: Certificate
}

export interface RunningServer {
  readonly url: URL
  readonly names: PublicHosts
  readonly brands: ReadonlyMap<string, LoadedBrand>
  /** the port that is listened on, which PUBLIC_URL need not name */
  readonly port: number
  /** the https address of development; undefined: DEV_HTTPS_PORT is not set */
  readonly https: HttpsAddress | undefined
  readonly log: FastifyBaseLogger
  /** `/readyz` fails from now on. Requests are still answered. */
  drain(): void
  /** Completes pending requests, then closes everything that the server opened. */
  stop(): Promise<void>
}

type Prepared = Pick<Installation, 'database' | 'keys'>

async function openDatabases(
  { ownerUrl, servingUrl, servingRole, pooled }: DatabaseAccess,
  config: Config,
  onError: (error: Error) => void,
) {
  const { databasePoolSize, databaseLimitsPoolSize, databaseTimeoutMs } = config
  const common = {
    ...{ url: servingUrl, listenUrl: ownerUrl, servingRole, pooled, onError },
    preparedStatements: config.databasePreparedStatements,
    poolTimeoutMs: config.databasePoolTimeoutMs,
    callTimeoutMs: config.databaseCallTimeoutMs,
    statementTimeoutMs: databaseTimeoutMs,
  }
  const [calls, limits, tracking] = await Promise.all([
    openDatabase({ ...common, poolSize: databasePoolSize }),
    openDatabase({
      ...common,
      poolSize: databaseLimitsPoolSize,
      // Statements access rows by key. Without enable_seqscan=off a plan made while the table was small would scan it later.
      settings: ['synchronous_commit=off', 'enable_seqscan=off'],
      // If a count takes longer, the limiter decides without it.
      queryTimeoutMs: Math.min(LIMITS_QUERY_TIMEOUT_MS, databaseTimeoutMs),
    }),
    // One connection: events that cannot be written in time are dropped, and no other query waits for them.
    openDatabase({
      ...common,
      poolSize: 1,
      settings: ['synchronous_commit=off'],
      queryTimeoutMs: TRACKING_QUERY_TIMEOUT_MS,
    }),
  ])
  const traced = (db: Database, pool: string): Database =>
    config.tracing === undefined ? db : traceDatabase(db, pool)
  return {
    db: traced(calls, 'calls'),
    limitsDb: traced(limits, 'limits'),
    trackingDb: traced(tracking, 'tracking'),
  }
}

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

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** `setting`: the variable that names the port. */
async function explainPortInUse(listening: Promise<unknown>, setting: string, { port, host }: ListenOptions) {
  try {
    await listening
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new StartupError(
      `Port ${port} on ${host} is in use. Set ${setting} to another port, or to 0 for any free port.`,
    )
  }
}

/** The certificate of DEV_HTTPS_PORT and a server that serves `app` with it. */
async function prepareHttps(config: Config, app: FastifyInstance) {
  if (config.devHttpsPort === undefined) return undefined
  const development = await loadDevelopment(config)
  const certificate = await development?.prepareLocalCertificate(config)
  return certificate && { certificate, server: createHttpsServer(app, certificate) }
}

/** Resolves when requests are answered. Whatever needs no database is loaded while `preparing` is pending. */
export async function startServer(
  config: Config,
  preparing: Prepared | Promise<Prepared>,
  wait: DatabaseWait = createDatabaseWait(config),
): Promise<RunningServer> {
  let url = config.publicUrl ?? new URL(`http://localhost:${config.port}`)
  let httpsPort: number | undefined
  let log: FastifyBaseLogger | undefined
  const onIdleError = (error: Error): void => log?.warn({ error: error.name }, 'database connection lost')
  const loading = Promise.all([readCourses(config.coursesFolder), loadBrands()])
  // Prevents an unhandled rejection; the error is thrown where `loading` is awaited.
  loading.catch(() => undefined)
  const { database, keys: preparedKeys } = await preparing
  const { trackingDb, ...onCoordinator } = await openDatabases(database, config, onIdleError)
  const databaseLog = {
    info: (details: object, message: string) => log?.info(details, message),
    warn: (details: object, message: string) => log?.warn(details, message),
  }
  const opened = await openReplica(
    config,
    database,
    { primary: onCoordinator.db, marks: onCoordinator.limitsDb },
    databaseLog,
  )
  const { replica } = opened
  const throughNode = await openNode(config, database, onCoordinator, databaseLog)
  const listReads = throughNode ? primaryReads(throughNode.db) : opened.listReads
  const { db, limitsDb } = throughNode ?? onCoordinator
  const masterKey = await readMasterKey(config.masterKey, config.dataDir)
  const keys = preparedKeys ?? (await wait.until(() => loadKeysAsOwner(database.ownerUrl, masterKey)))
  const [courses, loadedBrands] = await loading
  const clock = createDatabaseClock(db)
  const metrics = createMetrics()
  const tracing = await startTracing(config, metrics, (details, message) => log?.warn(details, message))
  let jobs: RunningJobs | undefined
  const pools = {
    calls: db,
    limits: limitsDb,
    tracking: trackingDb,
    ...(replica && { replica }),
    ...(throughNode && { node: throughNode.node }),
  }
  let lastBackup: number | undefined
  const backupHours = config.backups?.hours
  addServerMetrics(metrics, {
    ...{ pools, clock, listReads, backupHours },
    jobs: () => jobs,
    lastBackup: () => lastBackup,
  })
  const names = createPublicHosts(
    config,
    () => url,
    () => httpsPort,
  )
  const brands = withDevelopmentOrigins(loadedBrands, config, names)
  const placeOf = createGeo({
    database: config.geoDatabase,
    onError: () => log?.warn('GEO_DATABASE cannot be read: places stay unknown'),
  })
  const app = await buildApp(
    { config, db, clock, limitsDb, trackingDb, listReads, keys, brands, names, placeOf, metrics, courses },
    (http, context) => registerPages(http, { config, brands, names, ...context }),
  )
  log = app.http.log
  log.info({ ...readRelease(), node: process.version }, 'starting')
  // After months without a server no partition accepts rows of today. The job tries again.
  await maintainMonthlyTables(db, monthlyTables(config.auditDays), log).catch(onIdleError)
  const secure = await prepareHttps(config, app.http)
  const skew = monitorClockSkew(clock, log)

  const { host } = config
  const address = { port: config.port, host }
  await wait.end()
  await explainPortInUse(app.http.listen(address), 'PORT', address)
  const port = portOf(app.http.server)
  if (config.publicUrl === undefined) url = new URL(`http://localhost:${port}`)
  let https: HttpsAddress | undefined
  if (secure) {
    const { server, certificate } = secure
    const secureAddress = { port: config.devHttpsPort, host }
    const listening = once(server.listen(secureAddress), 'listening')
    await explainPortInUse(listening, 'DEV_HTTPS_PORT', secureAddress)
    httpsPort = portOf(server)
    https = { url: new URL(`https://${url.hostname}:${httpsPort}`), certificate }
  }

  // The first calls come before the job queue: its code blocks the process for some 30 ms.
  await sleep(JOBS_DELAY_MS)
  await prepareDecoyHash()
  const { startJobs } = await import('../platform/jobs/run-jobs.ts')
  const transport = openMailTransport(config)
  const files = app.files
  const backupSource = { config, ownerUrl: database.ownerUrl, files, masterKey, log }
  const backUp = composeBackups(backupSource, at => {
    lastBackup = at
  })
  jobs = await startJobs({
    observe: metrics.observeJob,
    databaseUrl: database.ownerUrl,
    groups: serverJobGroups(
      {
        db,
        mail: {
          key: keys.mail,
          transport,
          from: config.mailFrom,
          render: mail => renderMail(mail, code => findBrand(brands, code), url),
        },
        ownerMail: { keys, clock, placeOf },
        files,
        erasureRecords: { files, key: keys.erasure, deployment: config.deployment },
        webhookKey: keys.webhook,
        postWebhook: createPostWebhook(config, clock.now),
        logouts: { keys, issuer: () => names.publicUrl().origin, post: createGuardedPost(config) },
        trackingDays: config.trackingDays,
        auditDays: config.auditDays,
        sweepHeadpics: app.sweepHeadpics,
        backUp,
        log,
      },
      config.jobSlots,
    ),
    scheduled: backUp ? [...SCHEDULED_JOBS, SCHEDULED_BACKUP] : SCHEDULED_JOBS,
    log,
  })

  return {
    url,
    names,
    brands,
    port,
    https,
    log,
    drain: app.drain,
    async stop() {
      app.drain()
      skew.stop()
      await app.close()
      await jobs?.stop()
      await transport.close()
      await listReads.stop()
      await throughNode?.stop()
      await Promise.all([db.close(), limitsDb.close(), trackingDb.close()])
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
