/** Checks an installation without changing it (`kerf doctor`). */
import { randomUUID } from 'node:crypto'
import { constants, existsSync, statfsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadBrands } from '@kerf/brands/registry'
import { createChannels } from '../../identity/index.ts'
import { isDistributed } from '../../platform/cluster/distribution-store.ts'
import { assertSameDatabase, WrongNodeError } from '../../platform/cluster/node-routing.ts'
import { nodeUrl } from '../../platform/cluster/open-node.ts'
import { replicaUrl } from '../../platform/cluster/open-replica.ts'
import { createReplicaLag, WrongReplicaError } from '../../platform/cluster/replica-lag.ts'
import { type Config, ConfigError, readConfig } from '../../platform/config/config.ts'
import { readRelease } from '../../platform/config/release.ts'
import { readUnlistedProxy } from '../../platform/config/unlisted-proxy-note.ts'
import { CLOCK_SKEW_MAX_SECONDS } from '../../platform/db/clock-skew.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { findClusterFolder, hasCluster } from '../../platform/embedded-postgres/cluster-location.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { describeErrno } from '../../platform/errors/errno-words.ts'
import { openBackupPlace } from '../../platform/files/backup-place.ts'
import { FileStoreFullError } from '../../platform/files/file-store.ts'
import { freeBytes } from '../../platform/files/folder-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { describeGeoDatabase } from '../../platform/geo/geo.ts'
import { MONTHLY_TABLES } from '../../platform/jobs/month-partitions-job.ts'
import { listTablesWithoutMonth } from '../../platform/jobs/month-partitions-store.ts'
import { jobConnections } from '../../platform/jobs/run-jobs.ts'
import { readMasterKey } from '../../platform/keys/keys.ts'
import { isWeakMasterKey, WEAK_MASTER_KEY } from '../../platform/keys/master-key-strength.ts'
import { deriveKey } from '../../platform/keys/secrets.ts'
import { describeMissing, missingMigrations } from '../../platform/schema/migration-store.ts'
import { inspectServingLogin } from '../../platform/schema/serving-login/inspect-serving-login.ts'
import {
  type DatabaseAddresses,
  databaseAddresses,
} from '../../platform/schema/serving-login/prepare-database-access.ts'
import type { Check } from './check.ts'
import { checkBounces, checkDeliveries, checkMail } from './check-mail.ts'
import {
  findNodeReachable,
  findUnsafeSettings,
  hasSimilarIndex,
  listBlockers,
  listNodes,
  listUnsafeNodes,
  readDatabaseStatus,
} from './database-status-store.ts'
import { findUndistributed } from './distribute.ts'
import { findExtension } from './distribution-store.ts'
import { findUndecryptableKeys } from './find-undecryptable-keys.ts'
import { listWrappedKeys } from './wrapped-key-store.ts'

const ok = (name: string, message: string): Check => ({ name, status: 'ok', message })
const warning = (name: string, message: string): Check => ({ name, status: 'warning', message })
const failed = (name: string, message: string): Check => ({ name, status: 'failed', message })
const skipped = (name: string, message: string): Check => ({ name, status: 'skipped', message })

/** The error code only: the messages of drivers may contain a URL with its password. */
const errorCode = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? describeErrno(code) : (name ?? 'unknown error')
}

const POSTGRES_VERSION_MIN = 15
const FREE_DISK_BYTES_MIN = 500 * 1024 * 1024

async function checkKeys(db: Database, config: Config): Promise<Check> {
  if (config.masterKey !== undefined && isWeakMasterKey(config.masterKey))
    return failed('master key', `KERF_MASTER_KEY ${WEAK_MASTER_KEY} (kerf key rotate)`)
  const keys = await listWrappedKeys(db)
  if (keys.length === 0) return ok('master key', 'no key is stored yet: the first start creates one')
  if (config.masterKey === undefined && !existsSync(join(config.dataDir, 'master.key')))
    return failed(
      'master key',
      'the database has keys, but KERF_MASTER_KEY is not set and DATA_DIR/master.key is missing',
    )
  const masterKey = await readMasterKey(config.masterKey, config.dataDir)
  const undecryptable = findUndecryptableKeys(keys, masterKey)
  return undecryptable.length === 0
    ? ok('master key', `decrypts ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}`)
    : failed('master key', `does not decrypt ${undecryptable.join(', ')}`)
}

async function checkServingRole(config: Config, addresses: DatabaseAddresses): Promise<Check> {
  const masterKey = await readMasterKey(config.masterKey, config.dataDir)
  const { limited, message } = await inspectServingLogin(addresses, deriveKey(masterKey, 'wrapping'))
  return (limited ? ok : warning)('serving role', message)
}

/** Without the master key the role's password cannot be read either. */
async function checkSecrets(db: Database, config: Config, addresses: DatabaseAddresses): Promise<Check[]> {
  const keys = await checkKeys(db, config)
  return [
    keys,
    keys.status === 'failed'
      ? skipped('serving role', 'the master key must be right first')
      : await checkServingRole(config, addresses),
  ]
}

/** Of one process: the analytics collector, and the one that listens to notifications. */
const FIXED_CONNECTIONS = 1 + 1
const JOB_GROUPS = 4

/** Database connections that the processes of one server use at most. Calls through a pooler use the pooler's. */
function connectionsOf(config: Config): number {
  const { databaseServingUrl, databasePoolSize, databaseLimitsPoolSize, workers, backups } = config
  const calls = databaseServingUrl === undefined ? databasePoolSize + databaseLimitsPoolSize : 0
  return workers * (calls + FIXED_CONNECTIONS + jobConnections(JOB_GROUPS + (backups ? 1 : 0)))
}

function checkConnections(config: Config, accepted: number): Check {
  const used = connectionsOf(config)
  const text = `this server uses up to ${used} of the ${accepted} that the database accepts`
  return used <= accepted
    ? ok('connections', `${text}; add up all servers, and leave some for commands and backups`)
    : warning(
        'connections',
        `${text}: raise max_connections, or lower WORKERS, DATABASE_POOL_SIZE or DATABASE_LIMITS_POOL_SIZE`,
      )
}

const placeOfDatabase = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === undefined ? `; embedded, in ${findClusterFolder(dataDir)}` : ''

/** Without a partition for today every change fails. A server creates it when it starts and when `/readyz` is asked for. */
async function checkMonths(db: Database): Promise<Check> {
  const missing = (await listTablesWithoutMonth(db, { tables: MONTHLY_TABLES })).map(({ table }) => table)
  return missing.length === 0
    ? ok('months', 'the tables with a partition a month accept rows of today')
    : failed(
        'months',
        `${missing.join(', ')} has no partition for today: synchronize the clocks by NTP, then restart a server, which creates it`,
      )
}

/** Without it an operator finds nobody whose address has a typo. */
async function checkSearch(db: Database): Promise<Check> {
  const [index] = await hasSimilarIndex(db)
  return index?.has
    ? ok('search', 'kerf find knows addresses with a typo')
    : warning(
        'search',
        'kerf find does not know addresses with a typo: install the extension pg_trgm (package postgresql-contrib) on the database server, then run "kerf migrate"',
      )
}

/** What a crash of the database may cost (P-01). */
async function checkDurability(db: Database): Promise<Check> {
  const [own] = await findUnsafeSettings(db)
  const [extension] = await findExtension(db)
  const nodes = extension ? await listUnsafeNodes(db) : []
  const unsafe = [
    ...(own?.off ? [own.off] : []),
    ...nodes.map(({ name, port, off }) => `${off} of ${name}:${port}`),
  ]
  return unsafe.length === 0
    ? ok('durability', 'what was acknowledged outlives a crash of the database')
    : warning(
        'durability',
        `switched off: ${unsafe.join('; ')}. A crash of the database loses or damages what was acknowledged`,
      )
}

async function checkDatabase(db: Database, config: Config, addresses: DatabaseAddresses): Promise<Check[]> {
  const [found] = await readDatabaseStatus(db)
  const { version = 0, now = 0, connections = 0 } = found ?? {}
  const skew = Math.abs(Date.now() / 1000 - now)
  const missing = await missingMigrations(db)
  return [
    version >= POSTGRES_VERSION_MIN
      ? ok('database', `PostgreSQL ${version} answers${placeOfDatabase(config)}`)
      : failed('database', `PostgreSQL ${version} is too old: ${POSTGRES_VERSION_MIN} or newer is needed`),
    checkConnections(config, connections),
    await checkDurability(db),
    missing.length === 0
      ? ok('schema', 'up to date')
      : warning('schema', `lacks ${describeMissing(missing)}: the next start of a server applies them`),
    ...(missing.length === 0
      ? [...(await checkSecrets(db, config, addresses)), await checkDeliveries(db)]
      : ['master key', 'serving role', 'deliveries'].map(name =>
          skipped(name, 'the schema must be up to date first'),
        )),
    ...(missing.length === 0 ? [await checkMonths(db), await checkSearch(db)] : []),
    skew <= CLOCK_SKEW_MAX_SECONDS
      ? ok('clock', `differs from the database's clock by less than ${CLOCK_SKEW_MAX_SECONDS} s`)
      : warning(
          'clock',
          `differs from the database's clock by ${Math.round(skew)} s: synchronize both by NTP`,
        ),
  ]
}

/** As the owner: others do not see what a session runs. */
async function checkLocks({ ownerUrl }: DatabaseAddresses): Promise<Check> {
  const owner = await openDatabase({ url: ownerUrl, poolSize: 1, servingRole: null, onError: () => {} })
  const blockers = await listBlockers(owner).finally(() => owner.close())
  if (blockers.length === 0) return ok('locks', 'nothing waits for a lock')
  const described = blockers.map(
    ({ pid, user, application, seconds, query, waiting }) =>
      `${waiting} statements wait for process ${pid} (${[user, application].filter(Boolean).join(', ')}), ${seconds} s in "${query}": select pg_terminate_backend(${pid})`,
  )
  return warning('locks', described.join('; '))
}

/** Names and addresses of the invented company, which mails and pages would show. */
async function checkBrands({ production }: Config): Promise<Check> {
  const brands = [...(await loadBrands()).values()]
  const invented = brands.flatMap(({ brand }) =>
    JSON.stringify(brand).includes('.example') ? [brand.code] : [],
  )
  return production && invented.length > 0
    ? warning(
        'brands',
        `${invented.join(', ')} name addresses that end in .example: pages and emails link to them (docs/production.md#brands)`,
      )
    : ok('brands', `${brands.length}`)
}

function checkMetrics({ metricsToken, publicUrl }: Config): Check {
  if (metricsToken !== undefined) return ok('metrics', 'readable with METRICS_TOKEN')
  return publicUrl?.protocol === 'https:'
    ? warning(
        'metrics',
        'nobody can read /metrics: PUBLIC_URL is https and METRICS_TOKEN is not set, so dashboards and alerts stay empty',
      )
    : ok('metrics', 'readable from this machine only: METRICS_TOKEN is not set')
}

const REPLICA_POLL_MS = 100

/** Whether the replica belongs to the database, and reaches within the lag what the primary has now. */
async function checkReplica(db: Database, config: Config, { ownerUrl }: DatabaseAddresses): Promise<Check[]> {
  const { databaseReplicaUrl, databaseReplicaLagSeconds } = config
  if (databaseReplicaUrl === undefined) return []
  const url = replicaUrl(databaseReplicaUrl, ownerUrl)
  try {
    const replica = await openDatabase({ url, poolSize: 1, servingRole: null, onError: () => {} })
    try {
      const lag = createReplicaLag(db, replica)
      const start = performance.now()
      do {
        await lag.measure()
        if (lag.lagMs() !== undefined)
          return [
            ok('replica', `answers, at most ${Math.ceil((performance.now() - start) / 1_000)} s behind`),
          ]
        await sleep(REPLICA_POLL_MS)
      } while (performance.now() - start < databaseReplicaLagSeconds * 1_000)
      return [
        warning(
          'replica',
          `more than ${databaseReplicaLagSeconds} s behind: lists are read from the primary`,
        ),
      ]
    } finally {
      await replica.close()
    }
  } catch (error) {
    const cause = error instanceof WrongReplicaError ? error.message : errorCode(error)
    return [warning('replica', `cannot be used: ${cause}; lists are read from the primary`)]
  }
}

/** Checks the nodes of a distributed database, and DATABASE_NODE_URL. Names the nodes that the coordinator does not reach. */
async function checkNodes(db: Database, config: Config, { ownerUrl }: DatabaseAddresses): Promise<Check[]> {
  const { databaseNodeUrl } = config
  const [extension] = await findExtension(db)
  if (extension && !(await isDistributed(db))) return [await checkDistribution(db)]
  if (!extension)
    return databaseNodeUrl === undefined
      ? []
      : [warning('node', 'DATABASE_NODE_URL has no use: the tables are on one server (kerf db distribute)')]
  const nodes = await listNodes(db)
  const lost: string[] = []
  for (const { name, port } of nodes)
    if (!(await findNodeReachable(db, { name, port }))[0]?.reachable) lost.push(`${name}:${port}`)
  const all =
    lost.length === 0
      ? ok('nodes', `the coordinator reaches all ${nodes.length} nodes that have shards`)
      : failed('nodes', `the coordinator does not reach ${lost.join(', ')}: calls of their accounts get 503`)
  return [
    all,
    await checkDistribution(db),
    ...(databaseNodeUrl === undefined ? [] : [await checkNode(db, nodeUrl(databaseNodeUrl, ownerUrl))]),
  ]
}

/** A run of `kerf db distribute` that was interrupted leaves tables where statements that join them fail. */
async function checkDistribution(db: Database): Promise<Check> {
  const { tables, lacksTwoPhase } = await findUndistributed(db)
  if (tables.length > 0)
    return failed(
      'distribution',
      `unfinished: ${tables.length} tables are not where they belong (${tables.slice(0, 3).join(', ')}, …): stop the servers and run "kerf db distribute"`,
    )
  return lacksTwoPhase
    ? warning(
        'distribution',
        'a crash of the coordinator can lose the audit row of a change: run "kerf db distribute", servers may run',
      )
    : ok('distribution', 'every table is where it belongs')
}

async function checkNode(db: Database, url: string): Promise<Check> {
  try {
    const node = await openDatabase({ url, poolSize: 1, servingRole: null, onError: () => {} })
    await assertSameDatabase(db, node).finally(() => node.close())
    return ok('node', 'answers: statements of one account run through it')
  } catch (error) {
    const cause = error instanceof WrongNodeError ? error.message : errorCode(error)
    return warning('node', `cannot be used: ${cause}; the coordinator runs everything`)
  }
}

/** Opens the database as a server does, but never creates one: an embedded database that was never started is fine. */
async function withDatabase(
  config: Config,
  check: (db: Database, addresses: DatabaseAddresses) => Promise<Check[]>,
): Promise<Check[]> {
  if (config.databaseUrl === undefined && !hasCluster(config.dataDir))
    return [skipped('database', 'the first start creates the embedded one')]
  const embedded =
    config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir }) : undefined
  try {
    const addresses = databaseAddresses(config, embedded?.url)
    const db = await openDatabase({ url: addresses.ownerUrl, poolSize: 1, onError: () => {} })
    const checks = async () => [
      ...(await check(db, addresses)),
      await checkLocks(addresses),
      ...(await checkReplica(db, config, addresses)),
      ...(await checkNodes(db, config, addresses)),
    ]
    return await checks().finally(() => db.close())
  } finally {
    await embedded?.stop()
  }
}

async function checkDisk({ dataDir }: Config): Promise<Check> {
  let folder = dataDir
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  try {
    await access(folder, constants.W_OK)
  } catch {
    return failed('disk', `${folder} is not writable`)
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const megabytes = `${Math.floor(free / 1024 / 1024)} MB free`
  return free >= FREE_DISK_BYTES_MIN
    ? ok('disk', `writable, ${megabytes}`)
    : warning('disk', `only ${megabytes}`)
}

function checkHuman({ deployment, humanCheck, recaptcha }: Config): Check {
  if (humanCheck === 'off') return warning('human check', 'off: any ticket is accepted')
  if (deployment === 'us' && !recaptcha)
    return warning('human check', 'DEPLOYMENT=us without reCAPTCHA keys: the built-in slider is used')
  return ok('human check', humanCheck)
}

async function checkProxies({ dataDir, publicUrl, trustedProxies }: Config): Promise<Check> {
  const peer = await readUnlistedProxy(dataDir)
  if (peer !== undefined)
    return warning(
      'proxies',
      `${peer} sends X-Forwarded-For but is not in TRUSTED_PROXIES: all visitors behind it share its limits`,
    )
  if (trustedProxies.length === 0 && publicUrl?.protocol === 'https:')
    return warning(
      'proxies',
      'PUBLIC_URL is https, so a proxy stands in front: name it in TRUSTED_PROXIES, or all visitors share its limits',
    )
  return ok('proxies', trustedProxies.length === 0 ? 'none' : trustedProxies.join(', '))
}

const checkPortal = ({ portalFolder }: Config): Check =>
  existsSync(portalFolder)
    ? ok('portal', 'built')
    : failed('portal', `${portalFolder} is missing: run "npm run build"`)

/** Writes, reads and removes a file. */
async function checkFileStore({ fileStore }: Config): Promise<Check> {
  const place = fileStore.startsWith('s3://') ? 'the bucket' : fileStore
  try {
    const store = await openFileStore(fileStore)
    const name = `headpic/doctor-${randomUUID()}`
    await store.put(name, Buffer.from('doctor'), 'text/plain')
    await store.get(name)
    await store.remove(name)
    const free = freeBytes(fileStore)
    return free !== undefined && free < FREE_DISK_BYTES_MIN
      ? warning(
          'file store',
          `${place} can be written, but has only ${Math.floor(free / 1024 / 1024)} MB left`,
        )
      : ok('file store', `${place} can be written and read`)
  } catch (error) {
    return failed(
      'file store',
      error instanceof FileStoreFullError ? error.message : `${place} cannot be used: ${errorCode(error)}`,
    )
  }
}

async function checkBackups({ backups, production }: Config): Promise<Check> {
  if (backups === undefined)
    return production
      ? warning('backups', 'BACKUP_TO is not set: the server makes none. Ignore this if something else does')
      : ok('backups', 'none')
  const { to, hours, days } = backups
  try {
    await (await openBackupPlace(to)).list()
    return ok('backups', `every ${hours} h, kept for ${days} days`)
  } catch (error) {
    return failed('backups', `${to} cannot be used: ${errorCode(error)}`)
  }
}

/** An OpenID Connect issuer must answer with its configuration. Client secrets are verified by the first login only. */
async function checkSocial({ oauth, production, publicUrl }: Config): Promise<Check[]> {
  const channels = await createChannels(oauth, !production)
  const redirectUri = publicUrl?.href ?? 'http://localhost'
  const request = { state: 'x', nonce: 'x', verifier: 'x'.repeat(43), redirectUri, lang: 'en' }
  return Promise.all(
    [...channels.values()].map(async provider => {
      const name = `social ${provider.channel}`
      try {
        const { host } = await provider.createAuthorizationUrl(request)
        return ok(name, `logs in at ${host}`)
      } catch (error) {
        return failed(name, `the provider cannot be used: ${(error as Error).message}`)
      }
    }),
  )
}

async function checkGeo({ geoDatabase }: Config): Promise<Check> {
  if (geoDatabase === undefined) return ok('places', 'by the packaged country database')
  try {
    const { type, builtAt } = await describeGeoDatabase(geoDatabase)
    return ok('places', `${type} of ${builtAt.toISOString().slice(0, 10)}`)
  } catch (error) {
    return failed('places', `GEO_DATABASE=${geoDatabase} cannot be read: ${errorCode(error)}`)
  }
}

/** All checks in order. `root`: see `openInstallation`. Problems of the installation are results, not exceptions. */
export async function checkInstallation(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
): Promise<Check[]> {
  let config: Config
  try {
    config = readConfig(env, root)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map(fault => failed('configuration', fault))
  }
  const database = await withDatabase(config, (db, addresses) => checkDatabase(db, config, addresses)).catch(
    error => [failed('database', `cannot be used: ${errorCode(error)}`)],
  )
  const { version, commit } = readRelease()
  return [
    ok('release', `${version}, commit ${commit}, Node.js ${process.versions.node}`),
    ok(
      'configuration',
      `${config.production ? 'production' : 'development'}, deployment ${config.deployment}`,
    ),
    ...database,
    await checkMail(config),
    await checkBounces(config),
    await checkDisk(config),
    await checkFileStore(config),
    await checkBackups(config),
    ...(await checkSocial(config).catch(error => [failed('social', (error as Error).message)])),
    await checkGeo(config),
    checkPortal(config),
    checkHuman(config),
    await checkProxies(config),
    checkMetrics(config),
    await checkBrands(config),
  ]
}
