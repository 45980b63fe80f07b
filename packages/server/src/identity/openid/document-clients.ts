/**
 * Clients that are known by a document at their client id, an https address (OAuth Client ID Metadata Document, draft 02). Nobody
 * registered them: whoever has a web address may be one. So the portal calls such a client by its host and nothing else, and the
 * document decides only where the person returns to and how the client authenticates.
 */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import type { Context } from 'oidc-provider/lib/provider.js'
import type { Caller } from '../../platform/audit/caller.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import { isOverLimit } from '../../platform/limits/rate-limiter.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type AppRegistry, type OpenIdClient, UNREGISTERED_CLIENT } from '../app/app-registry.ts'
import { THIRD_PARTY_SCOPES } from './tokens/openid-claims.ts'

const ID_LENGTH_MAX = 300
/** Documents that one network may make this server read. */
const READS = { limit: 30, seconds: 600 }
/** A document that was changed counts after an hour at most. */
const CACHE_SECONDS = { min: 60, max: HOUR_SECONDS }

/** Of a document, these count. */
const KEPT = [
  'client_id',
  'redirect_uris',
  'token_endpoint_auth_method',
  'token_endpoint_auth_signing_alg',
  'jwks',
  'jwks_uri',
  'dpop_bound_access_tokens',
]

/** Whether a client id is the address of a document, in the one spelling of it. */
export function isDocumentId(id: string): boolean {
  const url = URL.parse(id)
  return (
    url?.protocol === 'https:' &&
    url.href === id &&
    url.pathname !== '/' &&
    !/[?#@]/.test(id) &&
    id.length <= ID_LENGTH_MAX
  )
}

/** What is certain of such a client without its document. */
const toClient = (clientId: string): OpenIdClient => {
  const { host, origin } = new URL(clientId)
  return {
    ...UNREGISTERED_CLIENT,
    ...{ clientId, code: DEFAULT_BRAND, name: host, party: 'third', sector: host },
    // A person is asked at every login: nobody can tell which program uses the address (RFC 8252, section 8.6).
    type: 'native',
    homepageUrl: `${origin}/`,
  }
}

/** Finds them beside the registered apps. */
export const withDocumentClients = <T extends Pick<AppRegistry, 'findClient'>>(apps: T): T => ({
  ...apps,
  findClient: id => apps.findClient(id) ?? (isDocumentId(id) ? toClient(id) : undefined),
})

type Metadata = Record<string, unknown>

/** For oidc-provider: keeps of the document's values what a stranger may say of itself. */
export function restrictDocument(metadata: Metadata): void {
  const id = String(metadata.client_id)
  if (!isDocumentId(id)) return
  for (const name of Object.keys(metadata)) if (!KEPT.includes(name)) delete metadata[name]
  const { name, sector, party, pkce, idTokenClaims, idTokenAlg } = toClient(id)
  Object.assign(metadata, {
    client_name: name,
    // No other address than https, this machine's, and private schemes.
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: THIRD_PARTY_SCOPES.join(' '),
    id_token_signed_response_alg: idTokenAlg,
    ...{ kerf_sector: sector, kerf_party: party, kerf_pkce: pkce, kerf_id_token_claims: idTokenClaims },
  })
}

export const documentFeature = (
  enabled: boolean,
  { limiter, callerOf }: Pick<PlatformServices, 'limiter'> & { callerOf: (context: Context) => Caller },
) => ({
  enabled,
  ack: 'draft-02',
  cacheDuration: CACHE_SECONDS,
  async allowFetch(context: Context, id: string): Promise<boolean> {
    if (!isDocumentId(id)) return false
    try {
      await limiter.consume(...addressLimits('client-document', callerOf(context), READS))
      return true
    } catch (error) {
      if (!isOverLimit(error)) throw error
      return false
    }
  },
})
