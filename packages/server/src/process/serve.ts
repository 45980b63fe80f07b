/** One serving process: opens what it needs, listens, and on SIGTERM drains within 30 s. */
import { DEFAULT_BRAND, type LoadedBrand, loadBrands } from '@kerf/brands/registry'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from '../app.ts'
import { SERVER_TIMES, serverTasks } from '../compose/jobs.ts'
import { registerPages } from '../compose/pages.ts'
import { announce } from '../demo/announce.ts'
import type { Samples } from '../demo/samples/start-samples.ts'
import { readCourses } from '../entitlements/index.ts'
import { prepareDecoyHash } from '../identity/index.ts'
import type { Config } from '../platform/config/config.ts'
import { createPublicNames, type PublicNames } from '../platform/config/public-names.ts'
import { askServingRole, openDatabase } from '../platform/db/database.ts'
import { StartupError } from '../platform/errors/startup-error.ts'
import { createGeo } from '../platform/geo/geo.ts'
import { startJobs } from '../platform/jobs/run-jobs.ts'
import { loadKeys, readMasterKey } from '../platform/keys/keys.ts'
import { renderMail } from '../platform/mail/render-mail.ts'
import { openMailTransport } from '../platform/mail/transport.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import type { Installation } from './prepare-installation.ts'

const POOL = 10
const LIMITS_POOL = 4
const DRAIN = 30_000

export interface RunningServer {
  readonly url: URL
  /** what it is called, also while a visit lasts */
  readonly names: PublicNames
  readonly brands: ReadonlyMap<string, LoadedBrand>
  /** where it listens, whatever PUBLIC_URL says */
  readonly port: number
  readonly log: FastifyBaseLogger
  /** Answers what is under way, then lets go of everything it opened. */
  stop(): Promise<void>
}

type Prepared = Pick<Installation, 'databaseUrl' | 'servingRole'>

/** Opens everything and listens; resolves once calls are answered. What needs no database is read while it is prepared. */
export async function startServer(
  config: Config,
  preparing: Prepared | Promise<Prepared>,
): Promise<RunningServer> {
  let url = config.publicUrl ?? new URL(`http://localhost:${config.port}`)
  let log: FastifyBaseLogger | undefined
  const faulted = (error: Error): void => log?.warn({ fault: error.name }, 'an idle connection was lost')
  // What does not wait for something else is opened side by side: a start is mostly waiting.
  const decoy = prepareDecoyHash()
  const reading = Promise.all([readCourses(config.coursesFolder), loadBrands()])
  // Its fault is told when it is waited for.
  reading.catch(() => undefined)
  const { databaseUrl, servingRole = await askServingRole(databaseUrl) } = await preparing
  const database = { url: databaseUrl, servingRole, onFault: faulted }
  const [db, limitsDb, trackingDb] = await Promise.all([
    openDatabase({ ...database, poolSize: POOL }),
    openDatabase({
      ...database,
      poolSize: LIMITS_POOL,
      // Its statements go by key: a plan made while the table was small must not read all of it later.
      settings: ['synchronous_commit=off', 'enable_seqscan=off'],
      // What cannot be counted soon is judged without the count, and the call goes on.
      patience: 2_000,
    }),
    // One connection: what does not get in soon enough is dropped, and nothing else waits for it.
    openDatabase({
      ...database,
      poolSize: 1,
      settings: ['synchronous_commit=off'],
      patience: 3_000,
    }),
  ])
  const keys = await loadKeys(db, await readMasterKey(config.masterKey, config.dataDir))
  const [courses, brands] = await reading
  const metrics = createMetrics()
  const names = createPublicNames(config, () => url)
  const app = await buildApp(
    {
      config,
      db,
      limitsDb,
      trackingDb,
      keys,
      brands,
      names,
      placeOf: createGeo({
        database: config.geoDatabase,
        onFault: () => log?.warn('GEO_DATABASE cannot be read: places stay unknown'),
      }),
      metrics,
      courses,
    },
    (http, facts) => registerPages(http, { config, brands, names, ...facts }),
  )
  log = app.http.log
  await decoy

  try {
    await app.http.listen({ port: config.port, host: config.host })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new StartupError(
      `Port ${config.port} on ${config.host} is taken. Set PORT to another one, or PORT=0 for any free one.`,
    )
  }
  const address = app.http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  if (config.publicUrl === undefined) url = new URL(`http://localhost:${port}`)

  const fallback = brands.get(DEFAULT_BRAND)
  if (!fallback) throw new Error(`there is no brand ${DEFAULT_BRAND}`)
  const brandOf = (code: string) => (brands.get(code) ?? fallback).brand
  const transport = openMailTransport(config)
  const jobs = await startJobs({
    databaseUrl,
    concurrency: 2,
    tasks: serverTasks({
      db,
      mail: {
        key: keys.mail,
        transport,
        from: config.mailFrom,
        render: mail => renderMail(mail, brandOf, url),
      },
      files: app.files,
      webhookKey: keys.webhook,
      trackingDays: config.trackingDays,
      sweepHeadpics: app.sweepHeadpics,
      log,
    }),
    timed: SERVER_TIMES,
    log,
  })

  return {
    url,
    names,
    brands,
    port,
    log,
    async stop() {
      app.drain()
      await app.close()
      await jobs.stop()
      await transport.close()
      await Promise.all([db.close(), limitsDb.close(), trackingDb.close()])
    },
  }
}

/** Loaded in development only. */
async function openSamples(
  config: Config,
  { names, brands, port }: RunningServer,
  databaseUrl: string,
): Promise<Samples | undefined> {
  if (config.production) return undefined
  const { offersSamples, startSamples } = await import('../demo/samples/start-samples.ts')
  return offersSamples(config, names) ? startSamples({ brands, names, databaseUrl, port }) : undefined
}

export async function serve(config: Config, preparing: Installation | Promise<Installation>): Promise<void> {
  const server = await startServer(config, preparing).catch(async error => {
    // What was opened for a start that fails is let go of again.
    const opened = await Promise.resolve(preparing).catch(() => undefined)
    await opened?.stop?.()
    throw error
  })
  const installation = await preparing
  const samples = await openSamples(config, server, installation.databaseUrl)
  announce(config, server.url, samples)

  let stopping = false
  const shutdown = async (signal: string): Promise<void> => {
    if (stopping) return
    stopping = true
    server.log.info({ signal }, 'draining')
    const late = setTimeout(() => {
      server.log.error('draining took too long')
      process.exit(1)
    }, DRAIN).unref()
    await samples?.stop()
    await server.stop()
    await installation.stop?.()
    clearTimeout(late)
    server.log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', signal => void shutdown(signal))
  process.on('SIGINT', signal => void shutdown(signal))
}
