/** Registers apps and changes their secrets and origins. Running servers apply a change at once. */

import { loadBrands } from '@kerf/brands/registry'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import {
  type AppParty,
  type AppType,
  type ClientAddresses,
  deleteApp,
  deleteLogo,
  findApp,
  type IdTokenAlg,
  insertApp,
  listApps as listAppRows,
  type PkceMode,
  replaceSecret,
  setAddresses,
  setDetails,
  setOrigins,
} from '../../identity/index.ts'
import { deleteWebhook } from '../../outbound/webhook/webhook-store.ts'
import { changesOf, writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { OperationError } from '../input/operation-error.ts'
import { parseName } from '../input/parse-name.ts'
import { parseBackchannelAddress, parsePageAddress, parseReturnAddresses, sectorOf } from './app-addresses.ts'
import { type ApiOrder, assertFreeResource, editApi, parseApi, parseDefaultResource } from './app-apis.ts'
import { parseOrigins } from './app-origins.ts'
import { type ListedApp, listAppsForOperators } from './app-report-store.ts'

export interface NewApp {
  /** code of the brand that the app belongs to */
  readonly code: string
  readonly name: string
  /** exact origins; at least one unless the app has redirect addresses or is a device. A third party has none */
  readonly origins: readonly string[]
  /** default: web */
  readonly type?: AppType
  /** default: first */
  readonly party?: AppParty
  /** default: the host of the first https redirect address, else the client id */
  readonly sector?: string | undefined
  readonly redirectUris?: readonly string[]
  readonly postLogoutRedirectUris?: readonly string[]
  readonly backchannelLogoutUri?: string | undefined
  readonly homepageUrl?: string | undefined
  readonly privacyUrl?: string | undefined
  /** default: RS256 */
  readonly idTokenAlg?: IdTokenAlg
  /** default: required */
  readonly pkce?: PkceMode | undefined
  /** default: false */
  readonly idTokenClaims?: boolean | undefined
  /** for operators */
  readonly note?: string | undefined
  /** of the API whose tokens the app gets when its request names none */
  readonly defaultResource?: string | undefined
  /** of an API */
  readonly api?: ApiOrder | undefined
  /** allows https origins only, and none on this machine */
  readonly production: boolean
  readonly operator: string
}

/** Another app of the same origin: a ticket for one of them is accepted from both. */
export interface SharedOrigin {
  readonly origin: string
  readonly clientId: string
}

/** The database stores a hash of the secret only. Null: a public client, which has no secret. */
export interface AppCredentials {
  readonly clientId: string
  readonly clientSecret: string | null
}

export type WebAppCredentials = AppCredentials & { readonly clientSecret: string }

/** Throws an OperationError. */
export function assertFirstParty(
  party: AppParty,
  refusal: 'app_without_origins' | 'app_without_webhook',
): void {
  if (party === 'third') throw new OperationError(refusal)
}

const unknownApp = (clientId: string) => new OperationError('app_unknown', { clientId })

/** Throws an OperationError. */
export function createApp(db: Database, order: NewApp & { readonly type?: 'web' }): Promise<WebAppCredentials>
export function createApp(db: Database, order: NewApp): Promise<AppCredentials>
export async function createApp(db: Database, order: NewApp): Promise<AppCredentials> {
  const { code, operator } = order
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(code)) throw new OperationError('app_code_invalid')
  const { type = 'web', party = 'first', production } = order
  const name = parseName(order.name)
  const addresses = parseAddresses(order, { type, production })
  const { redirectUris } = addresses
  const api = parseApi(order.api ?? {}, { type, production })
  const isClient = type === 'device' || type === 'api' || redirectUris.length > 0
  if (type !== 'web' && !isClient) throw new OperationError('app_without_redirect', { type })
  if (order.origins.length > 0) assertFirstParty(party, 'app_without_origins')
  const origins = order.origins.length === 0 && isClient ? [] : parseOrigins(order.origins, production)
  const clientId = `app_${randomHandle()}`
  const clientSecret = randomToken()
  await db.transaction(async tx => {
    await assertFreeResource(tx, api.resource)
    const defaultResource =
      order.defaultResource === undefined
        ? null
        : await parseDefaultResource(tx, order.defaultResource, { type, production })
    await insertApp(tx, {
      ...addresses,
      ...api,
      clientId,
      code,
      name,
      type,
      party,
      sector: parseSector(order.sector) ?? sectorOf(redirectUris, clientId),
      homepageUrl: order.homepageUrl ? parsePageAddress(order.homepageUrl, production) : null,
      idTokenAlg: order.idTokenAlg ?? 'RS256',
      pkce: parsePkce(order.pkce, type),
      idTokenClaims: order.idTokenClaims ?? false,
      note: order.note ?? '',
      privacyUrl: order.privacyUrl ? parsePageAddress(order.privacyUrl, production) : null,
      defaultResource,
      secretHash: sha256(clientSecret),
      origins,
    })
    await writeAudit(tx, {
      event: 'app.create',
      outcome: 'ok',
      operator,
      detail: {
        clientId,
        code,
        type,
        party,
        origins: origins.join(' '),
        redirects: redirectUris.join(' '),
        ...(api.resource !== null && { resource: api.resource }),
      },
    })
  })
  return { clientId, clientSecret: type === 'web' || type === 'api' ? clientSecret : null }
}

const parseAddresses = (
  order: Pick<NewApp, 'redirectUris' | 'postLogoutRedirectUris' | 'backchannelLogoutUri'>,
  rule: { readonly type: AppType; readonly production: boolean },
): ClientAddresses => ({
  redirectUris: parseReturnAddresses(order.redirectUris ?? [], rule),
  postLogoutRedirectUris: parseReturnAddresses(order.postLogoutRedirectUris ?? [], rule),
  backchannelLogoutUri: order.backchannelLogoutUri
    ? parseBackchannelAddress(order.backchannelLogoutUri, rule)
    : null,
})

function parseSector(sector: string | undefined): string | undefined {
  if (sector !== undefined && !/^[a-z0-9_.-]{1,253}$/i.test(sector))
    throw new OperationError('sector_invalid', { sector })
  return sector
}

/**
 * Replaces the given kinds of OpenID addresses; kinds that are not given stay. `backchannelLogoutUri` null removes that one.
 * Throws an OperationError.
 */
export async function setAppAddresses(
  db: Database,
  change: {
    readonly clientId: string
    readonly redirectUris?: readonly string[] | undefined
    readonly postLogoutRedirectUris?: readonly string[] | undefined
    readonly backchannelLogoutUri?: string | null | undefined
    readonly production: boolean
    readonly operator: string
  },
): Promise<{ clientId: string } & ClientAddresses> {
  const { clientId, production, operator } = change
  const [app] = await findApp(db, { clientId })
  if (!app) throw unknownApp(clientId)
  const rule = { type: app.type, production }
  const parse = (texts: readonly string[] | undefined) => texts && parseReturnAddresses(texts, rule)
  const addresses = await db.transaction(async tx => {
    const before = await findListedApp(tx, clientId)
    const [changed] = await setAddresses(tx, {
      clientId,
      redirectUris: parse(change.redirectUris) ?? null,
      postLogoutRedirectUris: parse(change.postLogoutRedirectUris) ?? null,
      backchannelLogoutUri: change.backchannelLogoutUri
        ? parseBackchannelAddress(change.backchannelLogoutUri, rule)
        : null,
      removesBackchannel: change.backchannelLogoutUri === null,
    })
    if (!changed) throw unknownApp(clientId)
    const set = {
      redirectUris: changed.redirect_uris,
      postLogoutRedirectUris: changed.post_logout_redirect_uris,
      backchannelLogoutUri: changed.backchannel_logout_uri,
    }
    await writeAudit(tx, {
      event: 'app.addresses',
      outcome: 'ok',
      operator,
      detail: { clientId, changed: changesOf(before, set) },
    })
    return set
  })
  return { clientId, ...addresses }
}

/** Throws an OperationError. A public client proves by PKCE alone that it began the login. */
function parsePkce(pkce: PkceMode | undefined, type: AppType): PkceMode {
  if (pkce === 'optional' && type !== 'web') throw new OperationError('app_needs_pkce', { type })
  return pkce ?? 'required'
}

/** Changes what is given. Throws an OperationError. */
export async function editApp(
  db: Database,
  change: {
    readonly clientId: string
    readonly name?: string | undefined
    readonly note?: string | undefined
    readonly pkce?: PkceMode | undefined
    readonly idTokenClaims?: boolean | undefined
    readonly homepageUrl?: string | undefined
    readonly privacyUrl?: string | undefined
    /** null removes it */
    readonly defaultResource?: string | null | undefined
    readonly api?: Pick<ApiOrder, 'scopes' | 'tokenFormat'> | undefined
    readonly production: boolean
    readonly operator: string
  },
): Promise<{ clientId: string }> {
  const { clientId, production, operator } = change
  const [app] = await findApp(db, { clientId })
  if (!app) throw unknownApp(clientId)
  const details = {
    name: change.name === undefined ? null : parseName(change.name),
    note: change.note ?? null,
    pkce: change.pkce === undefined ? null : parsePkce(change.pkce, app.type),
    idTokenClaims: change.idTokenClaims ?? null,
    homepageUrl: change.homepageUrl ? parsePageAddress(change.homepageUrl, production) : null,
    privacyUrl: change.privacyUrl ? parsePageAddress(change.privacyUrl, production) : null,
  }
  await db.transaction(async tx => {
    const before = await findListedApp(tx, clientId)
    const defaultResource = change.defaultResource
      ? await parseDefaultResource(tx, change.defaultResource, { type: app.type, production })
      : null
    const [changed] = await setDetails(tx, {
      clientId,
      ...details,
      defaultResource: change.defaultResource === null ? '' : defaultResource,
    })
    if (!changed) throw unknownApp(clientId)
    await editApi(tx, { clientId, ...change.api })
    const after = await findListedApp(tx, clientId)
    await writeAudit(tx, {
      event: 'app.edit',
      outcome: 'ok',
      operator,
      detail: { clientId, changed: changesOf(before, after) },
    })
  })
  return { clientId }
}

/** Whether a brand has this code. Pages for an app without a brand show the portal's own. */
export const isBrand = async (code: string): Promise<boolean> => (await loadBrands()).has(code)

/** The origins of an app that other apps have too, by origin. */
export async function findSharedOrigins(db: Database, clientId: string): Promise<SharedOrigin[]> {
  const apps = await listAppRows(db)
  const origins = apps.find(app => app.client_id === clientId)?.origins ?? []
  return origins.flatMap(origin =>
    apps.flatMap(app =>
      app.client_id !== clientId && app.origins.includes(origin) ? [{ origin, clientId: app.client_id }] : [],
    ),
  )
}

/**
 * Replaces the client secret. The old one is accepted for `overlapHours` more; 0: it stops working at once. Throws an
 * OperationError.
 */
export async function rotateApp(
  db: Database,
  { clientId, overlapHours, operator }: { clientId: string; overlapHours: number; operator: string },
): Promise<WebAppCredentials> {
  const [app] = await findApp(db, { clientId })
  if (!app) throw unknownApp(clientId)
  if (app.type !== 'web' && app.type !== 'api')
    throw new OperationError('app_without_secret', { clientId, type: app.type })
  const clientSecret = randomToken()
  await db.transaction(async tx => {
    const secretHash = sha256(clientSecret)
    const [rotated] = await replaceSecret(tx, {
      clientId,
      secretHash,
      overlapSeconds: overlapHours * HOUR_SECONDS,
    })
    if (!rotated) throw new OperationError('app_rotated_lately', { clientId })
    await writeAudit(tx, { event: 'app.rotate', outcome: 'ok', operator, detail: { clientId, overlapHours } })
  })
  return { clientId, clientSecret }
}

/**
 * Removes an app with its webhook: its credentials and tickets to its origins stop working at once. Accounts, their sessions
 * and benefits stay. Throws an OperationError.
 */
export async function removeApp(
  db: Database,
  clientId: string,
  operator: string,
): Promise<{ clientId: string }> {
  await db.transaction(async tx => {
    const [removed] = await deleteApp(tx, { clientId })
    if (!removed) throw unknownApp(clientId)
    await deleteWebhook(tx, { clientId })
    await deleteLogo(tx, { clientId })
    const detail = { clientId, code: removed.code }
    await writeAudit(tx, { event: 'app.remove', outcome: 'ok', operator, detail })
  })
  return { clientId }
}

/** Replaces all origins. Throws an OperationError. */
export async function setAppOrigins(
  db: Database,
  change: Pick<NewApp, 'origins' | 'production' | 'operator'> & { readonly clientId: string },
): Promise<{ clientId: string; origins: readonly string[] }> {
  const { clientId, operator } = change
  const [app] = await findApp(db, { clientId })
  if (!app) throw unknownApp(clientId)
  assertFirstParty(app.party, 'app_without_origins')
  const origins = parseOrigins(change.origins, change.production)
  await db.transaction(async tx => {
    const before = await findListedApp(tx, clientId)
    const [changed] = await setOrigins(tx, { clientId, origins })
    if (!changed) throw unknownApp(clientId)
    await writeAudit(tx, {
      event: 'app.origins',
      outcome: 'ok',
      operator,
      detail: { clientId, changed: changesOf(before, { origins }) },
    })
  })
  return { clientId, origins }
}

export async function listApps(db: Database, operator: string): Promise<readonly ListedApp[]> {
  const rows = await listAppsForOperators(db)
  await writeAudit(db, { event: 'app.list', outcome: 'ok', operator, detail: { apps: rows.length } })
  return rows
}

async function findListedApp(on: Queryable, clientId: string): Promise<ListedApp> {
  const app = (await listAppsForOperators(on)).find(row => row.clientId === clientId)
  if (!app) throw unknownApp(clientId)
  return app
}

/** Throws an OperationError. */
export async function showApp(db: Database, clientId: string, operator: string): Promise<ListedApp> {
  const app = await findListedApp(db, clientId)
  await writeAudit(db, { event: 'app.show', outcome: 'ok', operator, detail: { clientId } })
  return app
}
