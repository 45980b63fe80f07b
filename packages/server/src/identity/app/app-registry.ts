/** Registered apps, cached in memory. */
import { timingSafeEqual } from 'node:crypto'
import { openCachedRead } from '../../platform/db/cached-read.ts'
import type { Database } from '../../platform/db/database.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import {
  APP_CHANNEL,
  type ApiAccess,
  type ApiScope,
  type AppParty,
  type AppRow,
  type AppType,
  type ClientAddresses,
  type IdTokenAlg,
  listApps,
  type PkceMode,
  type PublicKeys,
  type TokenFormat,
} from './app-store.ts'

/** An app that is registered to use accounts. */
export interface RegisteredApp {
  readonly clientId: string
  readonly code: string
  readonly name: string
  readonly origins: readonly string[]
}

/** An app as a client of OpenID Connect. */
export interface OpenIdClient extends ClientAddresses {
  readonly clientId: string
  /** code of the brand that the client's screens show */
  readonly code: string
  readonly name: string
  readonly type: AppType
  readonly party: AppParty
  /** Clients of one sector receive the same pairwise id of a person. */
  readonly sector: string
  readonly homepageUrl: string | null
  readonly privacyUrl: string | null
  /** name of its picture; null: none */
  readonly logo: string | null
  readonly idTokenAlg: IdTokenAlg
  readonly pkce: PkceMode
  readonly idTokenClaims: boolean
  /** of the API whose tokens it gets when its request names none */
  readonly defaultResource: string | null
  /** scopes of APIs that an operator gave to it */
  readonly apiAccess: ApiAccess
  /** it authenticates by these instead of its secret */
  readonly jwks: PublicKeys | null
  readonly jwksUri: string | null
  readonly signedRequests: boolean
}

/** Of a client that no operator has registered. */
export const UNREGISTERED_CLIENT = {
  ...{ redirectUris: [], postLogoutRedirectUris: [], backchannelLogoutUri: null },
  ...{ homepageUrl: null, privacyUrl: null, idTokenAlg: 'RS256', pkce: 'required', logo: null },
  ...{ idTokenClaims: false, defaultResource: null, apiAccess: {} },
  ...{ jwks: null, jwksUri: null, signedRequests: false },
} as const satisfies Partial<OpenIdClient>

/** An API that accepts access tokens. */
export interface RegisteredApi {
  readonly clientId: string
  readonly name: string
  readonly party: AppParty
  readonly sector: string
  /** resource indicator (RFC 8707): the audience of its tokens */
  readonly resource: string
  readonly scopes: readonly ApiScope[]
  readonly tokenFormat: TokenFormat
  /** of its JWT access tokens */
  readonly alg: IdTokenAlg
}

/**
 * Tickets, messages and benefits name people by their uid and without consent. So a third party has no origins here, whatever
 * is stored, and authenticates for OpenID Connect only.
 */
export interface AppRegistry {
  /** The app that owns the client id and secret, or undefined. */
  authenticate(clientId: string, secret: string): RegisteredApp | undefined
  /** whether this is the client secret, of an app of either party */
  verifySecret(clientId: string, secret: string): boolean
  /** whether a person may be handed over to an app on this origin */
  hasOrigin(origin: string): boolean
  origins(): readonly string[]
  /** whether a browser app returns to this origin: its script calls the endpoints of OpenID Connect */
  hasBrowserOrigin(origin: string): boolean
  /** whether an app has this code */
  hasCode(code: string): boolean
  /** The client, or undefined if there is none or the app registered no address and is no device. */
  findClient(clientId: string): OpenIdClient | undefined
  /** the API with this resource indicator */
  findApi(resource: string): RegisteredApi | undefined
  findApiById(clientId: string): RegisteredApi | undefined
  stop(): Promise<void>
}

const NO_SECRET_HASH = sha256('')

const toRegisteredApp = ({ client_id, code, name, origins }: AppRow): RegisteredApp => ({
  clientId: client_id,
  code,
  name,
  origins,
})

/**
 * A device receives its tokens by a device code (RFC 8628), an API none, and an app may get tokens for itself from an API that it was
 * given. The others need a redirect address.
 */
const toClient = (row: AppRow): OpenIdClient | undefined =>
  row.type === 'device' ||
  row.type === 'api' ||
  Object.keys(row.api_access).length > 0 ||
  row.redirect_uris.length > 0
    ? {
        clientId: row.client_id,
        code: row.code,
        name: row.name,
        type: row.type,
        party: row.party,
        redirectUris: row.redirect_uris,
        postLogoutRedirectUris: row.post_logout_redirect_uris,
        backchannelLogoutUri: row.backchannel_logout_uri,
        sector: row.sector ?? row.client_id,
        homepageUrl: row.homepage_url,
        privacyUrl: row.privacy_url,
        logo: row.logo,
        idTokenAlg: row.id_token_alg,
        pkce: row.pkce,
        idTokenClaims: row.id_token_claims,
        defaultResource: row.default_resource,
        apiAccess: row.api_access,
        jwks: row.jwks,
        jwksUri: row.jwks_uri,
        signedRequests: row.signed_requests,
      }
    : undefined

const toApis = (row: AppRow): [string, RegisteredApi][] =>
  row.type === 'api' && row.resource !== null
    ? [
        [
          row.resource,
          {
            clientId: row.client_id,
            name: row.name,
            party: row.party,
            sector: row.sector ?? row.client_id,
            resource: row.resource,
            scopes: row.api_scopes,
            tokenFormat: row.token_format,
            alg: row.id_token_alg,
          },
        ],
      ]
    : []

export async function createAppRegistry(db: Database, onError: (error: Error) => void): Promise<AppRegistry> {
  const read = async () => {
    const rows = await listApps(db)
    return {
      apps: new Map(rows.map(row => [row.client_id, row])),
      apis: new Map(rows.flatMap(toApis)),
      browserOrigins: new Set(
        rows.flatMap(row =>
          row.type === 'browser' ? row.redirect_uris.map(uri => new URL(uri).origin) : [],
        ),
      ),
      origins: new Set(rows.flatMap(row => (row.party === 'first' ? row.origins : []))),
    }
  }
  const cached = await openCachedRead(db, APP_CHANNEL, read, onError)
  const findBySecret = (clientId: string, secret: string): AppRow | undefined => {
    const app = cached.current().apps.get(clientId)
    const hash = sha256(secret)
    // Both are compared for an unknown client too: the time of the answer must not tell whether it exists.
    const isCurrent = timingSafeEqual(hash, app?.secret_hash ?? NO_SECRET_HASH)
    const isPrevious = timingSafeEqual(hash, app?.previous_secret_hash ?? NO_SECRET_HASH)
    return (isCurrent || isPrevious) && secret !== '' ? app : undefined
  }
  return {
    authenticate(clientId, secret) {
      const app = findBySecret(clientId, secret)
      return app?.party === 'first' ? toRegisteredApp(app) : undefined
    },
    verifySecret: (clientId, secret) => findBySecret(clientId, secret) !== undefined,
    hasOrigin: origin => cached.current().origins.has(origin),
    hasBrowserOrigin: origin => cached.current().browserOrigins.has(origin),
    origins: () => [...cached.current().origins],
    findClient(clientId) {
      const row = cached.current().apps.get(clientId)
      return row && toClient(row)
    },
    // https://api.example and https://api.example/ are one address.
    findApi: resource => cached.current().apis.get(URL.parse(resource)?.href ?? ''),
    findApiById(clientId) {
      const resource = cached.current().apps.get(clientId)?.resource
      return resource ? cached.current().apis.get(resource) : undefined
    },
    hasCode: code => [...cached.current().apps.values()].some(app => app.code === code),
    stop: cached.stop,
  }
}
