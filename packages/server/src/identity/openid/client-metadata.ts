/** A registered app as the metadata that oidc-provider expects (OpenID Connect Dynamic Client Registration, section 2). */
import type { OpenIdClient } from '../app/app-registry.ts'
import { FIRST_PARTY_SCOPES, PAIRING_SCOPES, THIRD_PARTY_SCOPES } from './tokens/openid-claims.ts'

export type ClientMetadata = Readonly<Record<string, unknown>>

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Names of the metadata that the product adds. */
export const OWN_METADATA = ['kerf_sector', 'kerf_party', 'kerf_pkce', 'kerf_id_token_claims'] as const

const hasSecret = ({ type }: OpenIdClient): boolean => type === 'web' || type === 'api'

const grantsOf = (app: OpenIdClient): ClientMetadata => {
  const { type, redirectUris } = app
  // For itself, without a person, an app gets the scopes that an operator gave to it.
  const own = hasSecret(app) && Object.keys(app.apiAccess).length > 0 ? ['client_credentials'] : []
  const none = { grant_types: own, response_types: [], redirect_uris: [] }
  if (type === 'device') return { ...none, grant_types: [DEVICE_GRANT, 'refresh_token'] }
  if (redirectUris.length === 0) return none
  return {
    grant_types: ['authorization_code', 'refresh_token', ...own],
    response_types: ['code'],
    redirect_uris: redirectUris,
  }
}

/** Placeholder: the library wants a secret, but the registry has only its hash and compares it itself. */
const STORED_ELSEWHERE = 'stored as a hash by the registry of apps'

/** RFC 8252: a browser or native app keeps no secret. */
function authenticationOf(app: OpenIdClient): ClientMetadata {
  if (!hasSecret(app)) return { token_endpoint_auth_method: 'none' }
  const { jwks, jwksUri, signedRequests } = app
  if (jwks === null && jwksUri === null)
    return { token_endpoint_auth_method: 'client_secret_basic', client_secret: STORED_ELSEWHERE }
  return {
    token_endpoint_auth_method: 'private_key_jwt',
    ...(jwks === null ? { jwks_uri: jwksUri } : { jwks }),
    require_signed_request_object: signedRequests,
  }
}

export const toMetadata = (app: OpenIdClient): ClientMetadata => ({
  client_id: app.clientId,
  client_name: app.name,
  id_token_signed_response_alg: app.idTokenAlg,
  application_type: app.type === 'native' || app.type === 'device' ? 'native' : 'web',
  ...authenticationOf(app),
  ...grantsOf(app),
  post_logout_redirect_uris: app.postLogoutRedirectUris,
  ...(app.backchannelLogoutUri !== null && {
    backchannel_logout_uri: app.backchannelLogoutUri,
    backchannel_logout_session_required: true,
  }),
  scope: (app.party === 'third' ? THIRD_PARTY_SCOPES : FIRST_PARTY_SCOPES).join(' '),
  // The maker's own apps have the scope; a device has no page on which the person chooses.
  ...(app.party === 'third' && app.redirectUris.length > 0 && { authorization_details_types: ['machine'] }),
  kerf_sector: app.sector,
  kerf_party: app.party,
  kerf_pkce: app.pkce,
  kerf_id_token_claims: app.idTokenClaims,
})

/** Of a machine. `key`: its client key in hexadecimal, of which the characters are the secret. */
export const machineMetadata = (clientId: string, key: string): ClientMetadata => ({
  client_id: clientId,
  application_type: 'native',
  token_endpoint_auth_method: 'client_secret_jwt',
  token_endpoint_auth_signing_alg: 'HS256',
  client_secret: key,
  grant_types: [DEVICE_GRANT],
  ...{ response_types: [], redirect_uris: [] },
  // No email address, and no access that outlives the session.
  scope: ['openid', ...PAIRING_SCOPES].join(' '),
  id_token_signed_response_alg: 'RS256',
  // The machine knows the person by an id that no other machine has.
  ...{ kerf_sector: clientId, kerf_party: 'third', kerf_pkce: 'required', kerf_id_token_claims: false },
})
