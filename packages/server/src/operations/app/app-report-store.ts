/** Reads over registered apps for operators. */

import type {
  ApiAccess,
  AppParty,
  AppType,
  ClientAddresses,
  IdTokenAlg,
  PkceMode,
  TokenFormat,
} from '../../identity/index.ts'
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

/** Times are unix seconds. */
export interface ListedApp extends ClientAddresses {
  readonly clientId: string
  readonly code: string
  readonly name: string
  readonly type: AppType
  readonly party: AppParty
  readonly origins: readonly string[]
  readonly homepageUrl: string | null
  readonly privacyUrl: string | null
  readonly idTokenAlg: IdTokenAlg
  readonly pkce: PkceMode
  readonly idTokenClaims: boolean
  readonly note: string
  /** of an API; null: the app is none */
  readonly resource: string | null
  /** `name|English words|Chinese words`, and `|open` if every app may ask people for it */
  readonly apiScopes: readonly string[]
  readonly tokenFormat: TokenFormat
  /** of the API whose tokens the app gets when its request names none; null: it gets tokens for itself */
  readonly defaultResource: string | null
  readonly apiAccess: ApiAccess
  /** ids of the keys by which it authenticates; empty: by its secret, or by the set at `jwksUri` */
  readonly keyIds: readonly string[]
  readonly jwksUri: string | null
  readonly signedRequests: boolean
  readonly createdAt: number
  /** when the secret was last replaced; null: never */
  readonly rotatedAt: number | null
  /** until then the secret before is valid, too; null: it is not */
  readonly twoSecretsUntil: number | null
}

export const listAppsForOperators = statement<ListedApp>(
  'app_report.list',
  `select client_id as "clientId", code, name, type, party, origins,
          redirect_uris as "redirectUris", post_logout_redirect_uris as "postLogoutRedirectUris",
          backchannel_logout_uri as "backchannelLogoutUri", homepage_url as "homepageUrl", privacy_url as "privacyUrl",
          id_token_alg as "idTokenAlg", pkce, id_token_claims as "idTokenClaims", note, resource,
          array(select concat_ws('|', s->>'name', s->>'en', s->>'zh', case when s->'open' = 'true' then 'open' end) from jsonb_array_elements(api_scopes) s) as "apiScopes",
          token_format as "tokenFormat", default_resource as "defaultResource", api_access as "apiAccess",
          array(select coalesce(k->>'kid', k->>'kty') from jsonb_array_elements(jwks->'keys') k) as "keyIds",
          jwks_uri as "jwksUri", signed_requests as "signedRequests",
          ${epochSeconds('created_at')} as "createdAt",
          ${epochSeconds('rotated_at')} as "rotatedAt",
          ${epochSeconds('case when previous_secret_until > now() then previous_secret_until end')} as "twoSecretsUntil"
     from app order by code, created_at`,
)
