/**
 * Decides how a process reaches its database. Calls are served by a login role of their own, which owns nothing and is a
 * member of no role: SQL over such a connection cannot become the owner, disable the audit trigger or read the
 * installation's key (S-076). Creates the role at the first start and repairs it at later ones.
 */
import type pg from 'pg'
import type { Config } from '../../config/config.ts'
import { STATEMENT_TIMEOUT_MS } from '../../db/database.ts'
import { findServingRole } from '../../db/serving-role.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { type Keys, loadKeys } from '../../keys/keys.ts'
import { connectOwner, listMigrations } from '../migrate.ts'
import {
  findMissingGrants,
  INSUFFICIENT_PRIVILEGE,
  listOwnNames,
  revokePublicCreation,
} from '../serving-grants.ts'
import { hasUser, probeLogin, withLogin, withoutUser } from './database-login.ts'
import { createLoginPassword, loadLoginPassword } from './login-password.ts'
import { createScramVerifier } from './scram-verifier.ts'
import {
  findLoginName,
  findRoleState,
  lockServingLogin,
  putLoginRole,
  putRoleSettings,
  type RoleState,
  resetSettingsElsewhere,
} from './serving-login-store.ts'

/** Where the database is. */
export interface DatabaseAddresses {
  /** of the owner, not through a pooler */
  readonly ownerUrl: string
  /** for calls; may lead through a pooler. Without a user the login role is added. Undefined: `ownerUrl` */
  readonly servingUrl?: string | undefined
  /** of calls; default 5000 */
  readonly statementTimeoutMs?: number | undefined
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseServingUrl' | 'databaseDirectUrl'> &
  Partial<Pick<Config, 'databaseTimeoutMs'>>

/** `embeddedUrl`: of the embedded database, if DATABASE_URL is not set. */
export function databaseAddresses(config: DatabaseSettings, embeddedUrl = ''): DatabaseAddresses {
  const { databaseUrl = embeddedUrl, databaseServingUrl, databaseDirectUrl } = config
  // The user of DATABASE_URL is the owner, which must not serve through its address either.
  const servingUrl = databaseServingUrl ?? (databaseDirectUrl && withoutUser(databaseUrl))
  return {
    ownerUrl: databaseDirectUrl ?? databaseUrl,
    servingUrl,
    statementTimeoutMs: config.databaseTimeoutMs,
  }
}

/** How a process connects. Plain data, which the primary process passes to its workers. Contains passwords. */
export interface DatabaseAccess {
  /** for migrations, jobs, LISTEN and session locks */
  readonly ownerUrl: string
  /** for calls */
  readonly servingUrl: string
  /** the role that the user of `servingUrl` takes over; null: none */
  readonly servingRole: string | null
  /** `servingUrl` may lead through a pooler, which passes no start-up options on */
  readonly pooled: boolean
}

/**
 * Settings of serving connections. The database cancels slow statements (P-14). Temporary tables come last, so that none
 * shadows a table of the product.
 */
export const roleSettings = ({ statementTimeoutMs = STATEMENT_TIMEOUT_MS }: DatabaseAddresses) => [
  `statement_timeout=${statementTimeoutMs}`,
  'idle_in_transaction_session_timeout=10000',
  'search_path=pg_catalog, public, pg_temp',
]

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every(one => others.includes(one))
const namesOf = (settings: readonly string[]) => new Set(settings.map(setting => setting.split('=')[0]))

async function ensureGrants(owner: pg.Client, role: string, warn: (message: string) => void): Promise<void> {
  const names = listOwnNames(await listMigrations())
  if ((await findMissingGrants(owner, role, names)).length > 0) {
    // Servers that start together would change the same rows of the catalog at once, which PostgreSQL refuses.
    await lockServingLogin(owner)
    const grants = await findMissingGrants(owner, role, names)
    // Several statements in one query are one transaction.
    if (grants.length > 0) await owner.query(grants.join(';'))
  }
  for (const privilege of await revokePublicCreation(owner, role))
    warn(
      `The database lets every user ${privilege}. As its administrator run: revoke ${privilege} from public`,
    )
}

interface Login {
  readonly role: string
  readonly database: string
}

/** The role may change its own password and settings, so both are verified at every start. */
async function ensureOwnSettings(
  owner: pg.Client,
  { role, database }: Login,
  state: RoleState,
  settings: readonly string[],
): Promise<void> {
  const isComplete = (found: RoleState) =>
    isSame(found.settings, settings) && found.settingsElsewhere.length === 0
  if (isComplete(state)) return
  // As with grants: servers may start together.
  await lockServingLogin(owner)
  const [found = state] = await findRoleState(owner, { role })
  if (!isSame(found.settings, settings)) await putRoleSettings(owner, role, database, settings)
  if (found.settingsElsewhere.length > 0) await resetSettingsElsewhere(owner, role)
}

/** Creates the role or gives it its password again. A stored password is kept: other processes use it. */
async function putLogin(owner: pg.Client, wrappingKey: Buffer, login: Login): Promise<string> {
  const { role } = login
  await lockServingLogin(owner)
  const [state] = await findRoleState(owner, { role })
  const password =
    (await loadLoginPassword(owner, wrappingKey, role)) ??
    (await createLoginPassword(owner, wrappingKey, role))
  await putLoginRole(owner, state?.exists ? 'alter' : 'create', role, createScramVerifier(password))
  return password
}

/** Returns the URL for the login role, or the reason why it cannot serve. */
async function prepareOwnLogin(
  owner: pg.Client,
  url: string,
  wrappingKey: Buffer,
  settings: readonly string[],
  warn: (message: string) => void,
): Promise<{ url: string } | { reason: string }> {
  const [login] = await findLoginName(owner)
  if (!login) throw new Error('the database has no name')
  const { role } = login
  try {
    const stored = await loadLoginPassword(owner, wrappingKey, role)
    const repair = async (): Promise<RoleState | undefined> => {
      const [found] = await findRoleState(owner, { role })
      if (!found?.exists) return undefined
      await ensureOwnSettings(owner, login, found, settings)
      await ensureGrants(owner, role, warn)
      return found
    }
    // The probe has a connection of its own.
    const [known, repaired] = await Promise.all([
      stored === undefined ? undefined : probeLogin(withLogin(url, role, stored)),
      repair(),
    ])
    const isAccepted = known?.role === role && stored !== undefined
    const password = isAccepted ? stored : await putLogin(owner, wrappingKey, login)
    const state = isAccepted ? repaired : await repair()
    if (state && state.powers.length > 0)
      warn(
        `The role ${role} serves calls and should be a member of no role, but it has: ${state.powers.join(', ')}.`,
      )
    const servingUrl = withLogin(url, role, password)
    const probed = known?.role === role ? known : await probeLogin(servingUrl)
    return probed.role === role
      ? { url: servingUrl }
      : { reason: probed.refusal ?? `it leads to ${probed.role}` }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    return { reason: message }
  }
}

/** The operator's own role: it gets its grants, and settings that it lacks where the owner may give them. */
async function prepareGivenLogin(
  owner: pg.Client,
  url: string,
  settings: readonly string[],
  warn: (message: string) => void,
): Promise<void> {
  const { role, refusal } = await probeLogin(url)
  if (role === undefined)
    throw new StartupError(`The database of DATABASE_SERVING_URL cannot be used: ${refusal}`)
  const [state] = await findRoleState(owner, { role })
  const [{ database } = { database: '' }] = await findLoginName(owner)
  if (state && state.powers.length > 0)
    warn(
      `The role ${role} of DATABASE_SERVING_URL should have no rights but those that the server grants: it has ${state.powers.join(', ')}.`,
    )
  // An owner or superuser has every privilege: grants would change nothing.
  if (state?.powers.some(power => power === 'owner' || power === 'superuser')) return
  await ensureGrants(owner, role, warn)
  const found = namesOf([...(state?.settings ?? []), ...(state?.settingsElsewhere ?? [])])
  const missing = settings.filter(setting => !found.has(setting.split('=')[0]))
  if (missing.length === 0) return
  await putRoleSettings(owner, role, database, [...(state?.settings ?? []), ...missing]).catch(
    (error: { code?: string }) => {
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error
      warn(
        `The owner may not set up the role ${role}. As administrator run: alter role ${role} set … for ${missing.join(' and ')}`,
      )
    },
  )
}

/** As `prepareDatabaseAccessOn`, on a connection of its own. */
export async function prepareDatabaseAccess(
  addresses: DatabaseAddresses,
  masterKey: Buffer,
  warn: (message: string) => void,
): Promise<DatabaseAccess> {
  const owner = await connectOwner(addresses.ownerUrl, 'kerf prepare')
  try {
    return await prepareDatabaseAccessOn(owner, await loadKeys(owner, masterKey), addresses, warn)
  } finally {
    await owner.end().catch(() => undefined)
  }
}

/** `warn` receives one sentence for each thing that an administrator should change. The database must be migrated. */
export async function prepareDatabaseAccessOn(
  owner: pg.Client,
  { wrapping }: Pick<Keys, 'wrapping'>,
  addresses: DatabaseAddresses,
  warn: (message: string) => void,
): Promise<DatabaseAccess> {
  const { ownerUrl, servingUrl } = addresses
  const settings = roleSettings(addresses)
  const pooled = servingUrl !== undefined
  const url = servingUrl ?? ownerUrl
  if (servingUrl !== undefined && hasUser(servingUrl)) {
    await prepareGivenLogin(owner, servingUrl, settings, warn)
    return { ownerUrl, servingUrl, servingRole: null, pooled }
  }
  const login = await prepareOwnLogin(owner, url, wrapping, settings, warn)
  if ('url' in login) return { ownerUrl, servingUrl: login.url, servingRole: null, pooled }
  if (servingUrl !== undefined)
    throw new StartupError(
      `The database of DATABASE_SERVING_URL refuses the login role of the server: ${login.reason}. Name a user in it.`,
    )
  warn(
    `Calls are served as the owner of the database, because no login role can be used: ${login.reason}. ` +
      'See "Database roles" in docs/database.md.',
  )
  return { ownerUrl, servingUrl: ownerUrl, servingRole: await findServingRole(owner), pooled }
}
