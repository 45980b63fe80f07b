/** Registered apps. */
import { type Queryable, statement } from '../../platform/db/database.ts'

/** Of the pictures of apps. */
export const APP_LOGO_PATH = '/files/app-logo/'

/** Servers read the apps again when it is notified. */
export const APP_CHANNEL = 'app'

const notifyAppChange = statement<never>('app.notify', `select pg_notify('${APP_CHANNEL}', '')`, {
  scope: 'coordinator',
})

/** Notifies the servers with the commit. A table with a trigger could not be distributed. */
function notifying<P, R>(change: (tx: Queryable, params: P) => Promise<R[]>) {
  return async (tx: Queryable, params: P): Promise<R[]> => {
    const [rows] = await Promise.all([change(tx, params), notifyAppChange(tx)])
    return rows
  }
}

/**
 * `web`: has a server that keeps a secret. `api`: has a secret too, and logs nobody in. The others are public clients (RFC 6749,
 * section 2.1).
 */
export const APP_TYPES = ['web', 'browser', 'native', 'device', 'api'] as const
export type AppType = (typeof APP_TYPES)[number]

/** People consent to what a third party receives; the maker's own apps do not ask. */
export const APP_PARTIES = ['first', 'third'] as const
export type AppParty = (typeof APP_PARTIES)[number]

/** Algorithms of ID tokens (RFC 7518). */
export const ID_TOKEN_ALGS = ['RS256', 'ES256'] as const
export type IdTokenAlg = (typeof ID_TOKEN_ALGS)[number]

/** `optional`: a nonce may take the place of the code challenge. */
export const PKCE_MODES = ['required', 'optional'] as const
export type PkceMode = (typeof PKCE_MODES)[number]

/** Formats of access tokens for an API. `jwt`: RFC 9068. */
export const TOKEN_FORMATS = ['opaque', 'jwt'] as const
export type TokenFormat = (typeof TOKEN_FORMATS)[number]

/** A scope of an API, with what people read when they are asked for it. */
export interface ApiScope {
  readonly name: string
  readonly en: string
  readonly zh: string
  /** Every app may ask people for it, also one that no operator knows. */
  readonly open?: boolean
}

/** Scopes of APIs that an app may have, by client id of the API. */
export type ApiAccess = Readonly<Record<string, readonly string[]>>

/** A JSON Web Key Set (RFC 7517). */
export interface PublicKeys {
  readonly keys: readonly Readonly<Record<string, unknown>>[]
}

/** What an app registers for OpenID Connect. All addresses are exact. */
export interface ClientAddresses {
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  readonly backchannelLogoutUri: string | null
}

export interface AppRow {
  readonly client_id: string
  readonly code: string
  readonly name: string
  readonly type: AppType
  readonly party: AppParty
  readonly redirect_uris: readonly string[]
  readonly post_logout_redirect_uris: readonly string[]
  readonly backchannel_logout_uri: string | null
  /** Apps of one sector receive the same pairwise id of a person. Null: an app that was registered without one. */
  readonly sector: string | null
  readonly homepage_url: string | null
  readonly privacy_url: string | null
  readonly id_token_alg: IdTokenAlg
  readonly pkce: PkceMode
  /** the ID token has the claims of the granted scopes */
  readonly id_token_claims: boolean
  /** resource indicator of an API (RFC 8707) */
  readonly resource: string | null
  /** that an API has */
  readonly api_scopes: readonly ApiScope[]
  /** of access tokens for an API */
  readonly token_format: TokenFormat
  /** of the API whose tokens the app gets when its request names none */
  readonly default_resource: string | null
  readonly api_access: ApiAccess
  readonly jwks: PublicKeys | null
  readonly jwks_uri: string | null
  /** its authorization requests must be signed (RFC 9101) */
  readonly signed_requests: boolean
  /** SHA-256 of the client secret */
  readonly secret_hash: Buffer
  /** SHA-256 of the secret before the last rotation, while it is still accepted */
  readonly previous_secret_hash: Buffer | null
  /** origins that a person may be handed over to */
  readonly origins: readonly string[]
  /** name of its picture; null: none */
  readonly logo: string | null
}

export const listApps = statement<AppRow>(
  'app.list',
  `select client_id, code, name, type, party, redirect_uris, post_logout_redirect_uris, backchannel_logout_uri, sector,
          homepage_url, privacy_url, id_token_alg, pkce, id_token_claims, resource, api_scopes, token_format, default_resource, api_access, jwks, jwks_uri, signed_requests, secret_hash, origins,
          (select l.name from app_logo l where l.client_id = app.client_id) as logo,
          case when previous_secret_until > now() then previous_secret_hash end as previous_secret_hash
     from app order by code, created_at`,
)

export interface NewApp extends ClientAddresses {
  readonly clientId: string
  readonly code: string
  readonly name: string
  readonly type: AppType
  readonly party: AppParty
  readonly sector: string
  readonly homepageUrl: string | null
  readonly privacyUrl: string | null
  readonly idTokenAlg: IdTokenAlg
  readonly pkce: PkceMode
  readonly idTokenClaims: boolean
  readonly note: string
  readonly resource: string | null
  readonly apiScopes: readonly ApiScope[]
  readonly tokenFormat: TokenFormat
  readonly defaultResource: string | null
  /** of a public client: of a secret that nobody knows */
  readonly secretHash: Buffer
  readonly origins: readonly string[]
}

const insertAppRow = notifying(
  statement<never, Omit<NewApp, 'apiScopes'> & { readonly apiScopes: string }>(
    'app.insert',
    `insert into app (client_id, code, name, secret_hash, origins, type, party, sector, redirect_uris,
                    post_logout_redirect_uris, backchannel_logout_uri, homepage_url, privacy_url, id_token_alg, pkce, id_token_claims, note,
                    resource, api_scopes, token_format, default_resource)
   values ($clientId, $code, $name, $secretHash, $origins, $type, $party, $sector, $redirectUris,
           $postLogoutRedirectUris, $backchannelLogoutUri, $homepageUrl, $privacyUrl, $idTokenAlg, $pkce,
           $idTokenClaims, $note, $resource, $apiScopes::jsonb, $tokenFormat, $defaultResource)`,
  ),
)

export const insertApp = (tx: Queryable, app: NewApp) =>
  insertAppRow(tx, { ...app, apiScopes: JSON.stringify(app.apiScopes) })

/**
 * The secret before it stays valid for `overlapSeconds`. Returns no row if there is no such app, or if a former secret is still
 * valid: only one can be kept beside the new one. 0 ends both.
 */
export const replaceSecret = notifying(
  statement<{ client_id: string }, { clientId: string; secretHash: Buffer; overlapSeconds: number }>(
    'app.replace_secret',
    `update app set secret_hash = $secretHash, rotated_at = now(), previous_secret_hash = secret_hash,
          previous_secret_until = now() + make_interval(secs => $overlapSeconds)
    where client_id = $clientId
      and ($overlapSeconds = 0 or previous_secret_until is null or previous_secret_until <= now()) returning client_id`,
  ),
)

/** Returns no row if there is no such app. */
export const deleteApp = notifying(
  statement<{ client_id: string; code: string }, { clientId: string }>(
    'app.delete',
    'delete from app where client_id = $clientId returning client_id, code',
  ),
)

/** Returns no row if there is no such app. */
export const setOrigins = notifying(
  statement<{ client_id: string }, { clientId: string; origins: readonly string[] }>(
    'app.set_origins',
    'update app set origins = $origins where client_id = $clientId returning client_id',
  ),
)

/** What may be changed later. Null keeps a value as it is. */
export interface AppDetails {
  readonly name: string | null
  readonly note: string | null
  readonly pkce: PkceMode | null
  readonly idTokenClaims: boolean | null
  readonly homepageUrl: string | null
  readonly privacyUrl: string | null
  /** '': none */
  readonly defaultResource: string | null
}

/** Returns no row if there is no such app. */
export const setDetails = notifying(
  statement<{ client_id: string }, AppDetails & { readonly clientId: string }>(
    'app.set_details',
    `update app set name = coalesce($name, name), note = coalesce($note, note), pkce = coalesce($pkce, pkce),
          id_token_claims = coalesce($idTokenClaims, id_token_claims),
          homepage_url = coalesce($homepageUrl, homepage_url), privacy_url = coalesce($privacyUrl, privacy_url),
          default_resource = nullif(coalesce($defaultResource, default_resource), '')
    where client_id = $clientId returning client_id`,
  ),
)

/** Replaces the scopes of an API. Null keeps a value as it is. Returns no row if there is no such API. */
export const setApiDetails = notifying(
  statement<
    { client_id: string },
    {
      readonly clientId: string
      /** as JSON */
      readonly scopes: string | null
      readonly tokenFormat: TokenFormat | null
      readonly idTokenAlg: IdTokenAlg | null
    }
  >(
    'app.set_api_details',
    `update app set api_scopes = coalesce($scopes::jsonb, api_scopes), token_format = coalesce($tokenFormat, token_format),
          id_token_alg = coalesce($idTokenAlg, id_token_alg)
    where client_id = $clientId and type = 'api' returning client_id`,
  ),
)

/** Replaces what an app may do at one API. `access`: its scopes by the API's id, as JSON; empty: nothing. No row: no such app. */
export const setApiAccess = notifying(
  statement<
    { api_access: ApiAccess },
    { readonly clientId: string; readonly apiId: string; readonly access: string }
  >(
    'app.set_api_access',
    `update app set api_access = (api_access - $apiId) || $access::jsonb
    where client_id = $clientId returning api_access`,
  ),
)

/** Replaces the keys of an app. Without keys it authenticates by its secret. Returns no row if there is no such app with a secret. */
export const setKeys = notifying(
  statement<
    { client_id: string },
    {
      readonly clientId: string
      /** as JSON */
      readonly jwks: string | null
      readonly jwksUri: string | null
      readonly signedRequests: boolean
    }
  >(
    'app.set_keys',
    `update app set jwks = $jwks::jsonb, jwks_uri = $jwksUri, signed_requests = $signedRequests
    where client_id = $clientId and type in ('web', 'api') returning client_id`,
  ),
)

/** Null keeps an address as it is. */
export type ChangedAddresses = { readonly [K in keyof ClientAddresses]: ClientAddresses[K] | null } & {
  readonly removesBackchannel: boolean
}

/** Returns no row if there is no such app. */
export const setAddresses = notifying(
  statement<
    Pick<AppRow, 'redirect_uris' | 'post_logout_redirect_uris' | 'backchannel_logout_uri'>,
    ChangedAddresses & { readonly clientId: string }
  >(
    'app.set_addresses',
    `update app set redirect_uris = coalesce($redirectUris, redirect_uris),
          post_logout_redirect_uris = coalesce($postLogoutRedirectUris, post_logout_redirect_uris),
          backchannel_logout_uri = case when $removesBackchannel then null
                                        else coalesce($backchannelLogoutUri, backchannel_logout_uri) end
    where client_id = $clientId returning redirect_uris, post_logout_redirect_uris, backchannel_logout_uri`,
  ),
)

export const findApp = statement<Pick<AppRow, 'type' | 'party'>, { readonly clientId: string }>(
  'app.find',
  'select type, party from app where client_id = $clientId',
)

/** Those of the given apps that want logout tokens. */
export const listLogoutClients = statement<{ client_id: string }, { clientIds: readonly string[] }>(
  'app.logout_clients',
  'select client_id from app where client_id = any($clientIds) and backchannel_logout_uri is not null',
)

export type LogoutClient = Pick<AppRow, 'party' | 'sector' | 'id_token_alg'> & {
  backchannel_logout_uri: string
}

/** No row: the app was removed, or wants no logout tokens any more. */
export const findLogoutClient = statement<LogoutClient, { clientId: string }>(
  'app.logout_client',
  `select party, sector, id_token_alg, backchannel_logout_uri from app
    where client_id = $clientId and backchannel_logout_uri is not null`,
)

export const setLogo = notifying(
  statement<never, { clientId: string; name: string; picture: Buffer }>(
    'app.set_logo',
    `insert into app_logo (client_id, name, picture) values ($clientId, $name, $picture)
     on conflict (client_id) do update set name = excluded.name, picture = excluded.picture`,
  ),
)

export const deleteLogo = notifying(
  statement<never, { clientId: string }>(
    'app.delete_logo',
    'delete from app_logo where client_id = $clientId',
  ),
)

export const findLogo = statement<{ picture: Buffer }, { name: string }>(
  'app.logo',
  'select picture from app_logo where name = $name',
)
