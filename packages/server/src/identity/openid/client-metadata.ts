/** A registered app as the metadata that oidc-provider expects (OpenID Connect Dynamic Client Registration, section 2). */
import type { OpenIdClient } from '../app/app-registry.ts'

export type ClientMetadata = Readonly<Record<string, unknown>>

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Names of the metadata that the product adds. */
export const OWN_METADATA = ['kerf_sector', 'kerf_party', 'kerf_pkce', 'kerf_id_token_claims'] as const

const grantsOf = ({ type, redirectUris }: OpenIdClient): ClientMetadata => {
  const none = { grant_types: [], response_types: [], redirect_uris: [] }
  if (type === 'api') return none
  if (type === 'device') return { ...none, grant_types: [DEVICE_GRANT, 'refresh_token'] }
  return {
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: redirectUris,
  }
}

/** Placeholder: the library wants a secret, but the registry has only its hash and compares it itself. */
const STORED_ELSEWHERE = 'stored as a hash by the registry of apps'

/** RFC 8252: a browser or native app keeps no secret. */
export const toMetadata = (app: OpenIdClient): ClientMetadata => ({
  client_id: app.clientId,
  client_name: app.name,
  id_token_signed_response_alg: app.idTokenAlg,
  application_type: app.type === 'native' || app.type === 'device' ? 'native' : 'web',
  ...(app.type === 'web' || app.type === 'api'
    ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: STORED_ELSEWHERE }
    : { token_endpoint_auth_method: 'none' }),
  ...grantsOf(app),
  post_logout_redirect_uris: app.postLogoutRedirectUris,
  ...(app.backchannelLogoutUri !== null && {
    backchannel_logout_uri: app.backchannelLogoutUri,
    backchannel_logout_session_required: true,
  }),
  kerf_sector: app.sector,
  kerf_party: app.party,
  kerf_pkce: app.pkce,
  kerf_id_token_claims: app.idTokenClaims,
})
