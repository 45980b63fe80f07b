/** The health of an installation, step by step; changes nothing. */
import { constants, existsSync, statfsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Config, ConfigError, readConfig } from '../../platform/config/config.ts'
import { type Database, openDatabase, statement } from '../../platform/db/database.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded/embedded-postgres.ts'
import { hasCluster } from '../../platform/db/embedded/place.ts'
import { SERVING_ROLE } from '../../platform/db/migrate.ts'
import { missingMigrations } from '../../platform/db/missing-migrations.ts'
import { decrypt } from '../../platform/keys/encryption.ts'
import { readMasterKey } from '../../platform/keys/keys.ts'
import { deriveKey } from '../../platform/keys/secrets.ts'
import { openMailTransport } from '../../platform/mail/transport.ts'

export interface Check {
  readonly name: string
  /** `failed`: a server would not start or not serve; `skipped`: could not be looked at */
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly message: string
}

const ok = (name: string, message: string): Check => ({ name, status: 'ok', message })
const warning = (name: string, message: string): Check => ({ name, status: 'warning', message })
const failed = (name: string, message: string): Check => ({ name, status: 'failed', message })
const skipped = (name: string, message: string): Check => ({ name, status: 'skipped', message })

/** A driver's words may repeat a URL with its password: only its code is told. */
const reasonOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : (name ?? 'unknown fault')
}

const facts = statement<{ version: number; serving: boolean; now: number }>(
  'operate.doctor.facts',
  `select current_setting('server_version_num')::int / 10000 as version, current_user = '${SERVING_ROLE}' as serving,
          extract(epoch from clock_timestamp())::float8 as now`,
)
const wrappedKeys = statement<{ name: string; wrapped: Buffer }>(
  'operate.doctor.keys',
  'select name, wrapped from wrapped_key',
)

const OLDEST_POSTGRES = 15
const DISK_WANTED = 500 * 1024 * 1024
/** Seconds. Codes and sessions live by the database's clock; certificates and provider tokens by this machine's. */
const CLOCK_TOLERANCE = 5

async function checkKeys(db: Database, config: Config): Promise<Check> {
  const rows = await wrappedKeys(db)
  if (rows.length === 0) return ok('master key', 'no key is kept yet: one is made at the first start')
  if (config.masterKey === undefined && !existsSync(join(config.dataDir, 'master.key')))
    return failed(
      'master key',
      'the database has keys, but KERF_MASTER_KEY is not set and DATA_DIR/master.key is gone',
    )
  const wrapping = deriveKey(await readMasterKey(config.masterKey, config.dataDir), 'wrapping')
  const closed = rows.filter(({ name, wrapped }) => {
    try {
      decrypt(wrapping, wrapped, name)
      return false
    } catch {
      return true
    }
  })
  return closed.length === 0
    ? ok('master key', `opens ${rows.length} ${rows.length === 1 ? 'key' : 'keys'}`)
    : failed('master key', `does not open ${closed.map(({ name }) => name).join(', ')}`)
}

async function checkDatabase(db: Database, config: Config): Promise<Check[]> {
  const [found] = await facts(db)
  const { version = 0, serving = false, now = 0 } = found ?? {}
  const skew = Math.abs(Date.now() / 1000 - now)
  const missing = await missingMigrations(db)
  return [
    version >= OLDEST_POSTGRES
      ? ok('database', `PostgreSQL ${version} answers`)
      : failed('database', `PostgreSQL ${version} is too old: ${OLDEST_POSTGRES} or newer is needed`),
    missing.length === 0
      ? ok('schema', 'up to date')
      : warning('schema', `lacks ${missing.join(', ')}: the next start of a server applies them`),
    serving
      ? ok('serving role', `calls are served as ${SERVING_ROLE}, which owns no table`)
      : warning(
          'serving role',
          `calls are served by the owner of the tables: let its user make roles, or create ${SERVING_ROLE} and grant it`,
        ),
    missing.length === 0 ? await checkKeys(db, config) : skipped('master key', 'the schema comes first'),
    skew <= CLOCK_TOLERANCE
      ? ok('clock', `agrees with the database's within ${CLOCK_TOLERANCE} s`)
      : warning('clock', `differs from the database's by ${Math.round(skew)} s: let both follow NTP`),
  ]
}

/** Opens the database as a server would, but makes none: an embedded one that was never started is no fault. */
async function withDatabase(config: Config, look: (db: Database) => Promise<Check[]>): Promise<Check[]> {
  if (config.databaseUrl === undefined && !hasCluster(config.dataDir))
    return [skipped('database', 'the embedded one is made at the first start')]
  const embedded =
    config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir }) : undefined
  try {
    const url = config.databaseUrl ?? embedded?.url ?? ''
    const db = await openDatabase({ url, poolSize: 1, onError: () => {} })
    return await look(db).finally(() => db.close())
  } finally {
    await embedded?.stop()
  }
}

async function checkMail(config: Config): Promise<Check> {
  if (config.mailUrl === undefined) return ok('mail', 'kept in DATA_DIR/mailbox; nothing is sent')
  const transport = openMailTransport(config)
  try {
    await transport.verify()
    return ok('mail', 'the mail server answers and takes the credentials')
  } catch (error) {
    return failed('mail', (error as Error).message)
  } finally {
    await transport.close()
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
  return free >= DISK_WANTED ? ok('disk', `writable, ${megabytes}`) : warning('disk', `only ${megabytes}`)
}

function checkHuman({ deployment, humanCheck, recaptcha }: Config): Check {
  if (humanCheck === 'off') return warning('human check', 'off: any ticket is taken')
  if (deployment === 'us' && !recaptcha)
    return warning('human check', 'DEPLOYMENT=us without reCAPTCHA keys: the self-hosted slider serves')
  return ok('human check', humanCheck)
}

const checkPortal = ({ portalFolder }: Config): Check =>
  existsSync(portalFolder)
    ? ok('portal', 'built')
    : failed('portal', `${portalFolder} is missing: run "npm run build"`)

/** Every check in order. `root`: as for openInstallation. What is wrong with the installation is told, not thrown. */
export async function checkInstallation(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
): Promise<Check[]> {
  let config: Config
  try {
    config = readConfig(env, root)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults.map(fault => failed('configuration', fault))
  }
  const database = await withDatabase(config, db => checkDatabase(db, config)).catch(error => [
    failed('database', `cannot be used: ${reasonOf(error)}`),
  ])
  return [
    ok(
      'configuration',
      `${config.production ? 'production' : 'development'}, deployment ${config.deployment}`,
    ),
    ...database,
    await checkMail(config),
    await checkDisk(config),
    checkPortal(config),
    checkHuman(config),
  ]
}
