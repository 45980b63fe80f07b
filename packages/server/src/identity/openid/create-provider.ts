/**
 * Configures oidc-provider: OpenID Connect Core, with the rules of RFC 9700 (OAuth 2.0 Security Best Current Practice). There is
 * no implicit, hybrid or password grant, and clients send a PKCE challenge by S256.
 */
import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import { listMachines } from '@kerf/contract/machines/machines'
import type { JWK } from 'jose'
import type { Client, Context, Interaction, Payload, Provider } from 'oidc-provider/lib/provider.js'
import type { GuardedFetch } from '../../outbound/guarded/guarded-fetch.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { AppRegistry } from '../app/app-registry.ts'
import { ID_TOKEN_ALGS } from '../app/app-store.ts'
import { GRANT_TTL_SECONDS } from '../grant/grant-store.ts'
import { ACR } from '../session/authentication.ts'
import { adaptResponses } from './adapt-responses.ts'
import {
  hasJwtTokens,
  introspectForApis,
  JWT_TTL_SECONDS,
  resourceIndicators,
  subjectAt,
} from './api-resources.ts'
import { OWN_METADATA } from './client-metadata.ts'
import { createSecretCheck } from './client-secret-check.ts'
import { documentFeature, restrictDocument } from './document-clients.ts'
import { createInteractionPolicy } from './interaction-policy.ts'
import { replaceAddresses } from './library/addresses.ts'
import { replaceClient } from './library/client.ts'
import { limitDevicePolls } from './library/device-code.ts'
import { addIdTokenClaims } from './library/id-token.ts'
import { replaceReplayDetection } from './library/replay-detection.ts'
import { acceptEmptySecrets } from './library/request-body.ts'
import { replaceSessions, type SessionDependencies } from './library/session.ts'
import { replaceTokenValues } from './library/token-generation.ts'
import { machineAuthorization } from './machine-authorization.ts'
import { type AdapterDependencies, createAdapter } from './openid-adapter.ts'
import { advancePairing, limitAssertions } from './pairing/advance-pairing.ts'
import { assertionRules, isMachineId, statementOf } from './pairing/machine-clients.ts'
import { MACHINE_CODE_TTL_SECONDS, type Pairings } from './pairing/pair-machine.ts'
import { storeSessionGrant } from './session-grant.ts'
import type { ApiSources } from './tokens/api-scopes.ts'
import type { ReadMachineRights } from './tokens/machine-details.ts'
import { type ClaimSources, claimsOf, pairwiseId, SCOPE_CLAIMS, SCOPES } from './tokens/openid-claims.ts'
import { findSubject } from './tokens/openid-token-store.ts'
import { stateOf } from './tokens/request-state.ts'

const MINUTE_SECONDS = 60

export const TTL_SECONDS = {
  AccessToken: HOUR_SECONDS,
  AuthorizationCode: MINUTE_SECONDS,
  DeviceCode: 15 * MINUTE_SECONDS,
  Grant: GRANT_TTL_SECONDS,
  IdToken: HOUR_SECONDS,
  Interaction: HOUR_SECONDS,
  RefreshToken: GRANT_TTL_SECONDS,
  Session: DAY_SECONDS,
}

const TOO_MANY_REQUESTS = 429

/** `client_secret_jwt`: machines only. */
const CLIENT_AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
]
/** Of assertions and requests that apps sign (FAPI 2.0, section 5.4). */
const SIGNATURE_ALGS = ['ES256', 'PS256', 'EdDSA']
const KEY_SET_MAX_BYTES = 64 * 1024
const DOCUMENT_MAX_BYTES = 5 * 1024

/** Paths of the endpoints, in the order of the protocol's steps. */
export const ROUTES = {
  authorization: '/oidc/authorize',
  pushed_authorization_request: '/oidc/par',
  token: '/oidc/token',
  userinfo: '/oidc/userinfo',
  introspection: '/oidc/introspect',
  revocation: '/oidc/revoke',
  jwks: '/oidc/jwks',
  device_authorization: '/oidc/device/authorize',
  code_verification: '/oidc/device',
  end_session: '/oidc/logout',
}

/** Names the request that the browser began. Signed. */
export const RESUME_COOKIE = 'kerfResume'

/** A failure that a person sees in the browser. */
export interface BrowserFailure {
  /** `error` of OAuth, or 'expired' */
  readonly error: string
}

export interface ProviderDependencies
  extends ClaimSources,
    Omit<AdapterDependencies, 'context' | 'refuse'>,
    Pick<PlatformServices, 'limiter' | 'refusals'> {
  readonly issuer: string
  readonly jwks: readonly JWK[]
  readonly signedIn: SessionDependencies['signedIn']
  readonly verifySecret: AppRegistry['verifySecret']
  readonly apis: ApiSources
  readonly readMachineRights: ReadMachineRights
  /** whether clients may be known by a document at their address */
  readonly clientDocuments: boolean
  /** of documents and key sets of apps: never to this network */
  readonly fetch: GuardedFetch
  /** whether an app has this origin */
  readonly hasOrigin: (origin: string) => boolean
  /** whether the script of an app calls from this origin */
  readonly hasBrowserOrigin: (origin: string) => boolean
  readonly consentedScopes: (uid: string, clientId: string) => Promise<readonly string[]>
  /** path of the page that continues a request */
  readonly pageOf: (context: Context, interaction: Interaction) => Promise<string>
  readonly callerOf: (context: Context) => Caller
  readonly pairings: Pick<Pairings, 'advance'>
  readonly showFailure: (context: Context, failure: BrowserFailure) => void
}

export async function createProvider(deps: ProviderDependencies): Promise<Provider> {
  const { db, key, issuer } = deps
  const [
    { Provider },
    {
      AuthorizationPending,
      ExpiredToken,
      InvalidAuthorizationDetails,
      InvalidClientAuth,
      InvalidGrant,
      InvalidRequest,
      InvalidTarget,
      OIDCProviderError,
      SessionNotFound,
      SlowDown,
    },
    policy,
  ] = await Promise.all([
    import('oidc-provider/lib/provider.js'),
    import('oidc-provider/lib/helpers/errors.js'),
    createInteractionPolicy(),
  ])
  const context = (): Context | undefined => Provider.ctx

  const findAccount = async (ctx: Context, uid: string) => {
    const loaded = stateOf(ctx).access?.subject
    const subject = loaded?.uid === uid ? loaded : (await findSubject(db, { uid }))[0]
    return (
      subject && {
        accountId: uid,
        claims: (_use: string, scope: string) =>
          claimsOf(subject, scope, {
            ...deps,
            client: ctx.oidc.client,
            pairedPerson: stateOf(ctx).pairedPerson,
          }),
      }
    )
  }

  const loadExistingGrant = async (ctx: Context) => {
    const grant = await storeSessionGrant(deps, ctx)
    return grant && provider.Grant.instantiate(grant)
  }

  const isOwnOrigin = (client: Client, origin: string): boolean =>
    // All private schemes share the origin "null", so it belongs to no client.
    origin !== 'null' && client.redirectUris.some(uri => URL.parse(uri)?.origin === origin)

  const provider: Provider = new Provider(issuer, {
    adapter: createAdapter({
      ...deps,
      context,
      // The library answers one text for every reason.
      refuse: reason => Object.assign(new InvalidGrant(reason), { error_description: reason }),
    }),
    jwks: { keys: deps.jwks },
    routes: ROUTES,
    cookies: {
      keys: [keyedHash(key, 'cookies').toString('base64url')],
      names: { interaction: 'kerfFlow', resume: RESUME_COOKIE, session: 'kerfUnused' },
      short: { httpOnly: true, sameSite: 'lax', path: '/oidc' },
      long: { httpOnly: true, sameSite: 'lax', path: '/oidc' },
    },
    acrValues: Object.values(ACR),
    claims: { ...SCOPE_CLAIMS, sid: null, iss: null },
    scopes: SCOPES,
    responseTypes: ['code'],
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: async (_: Context, uid: string, client: Client) =>
      pairwiseId(key, client.kerf_sector, uid),
    clientAuthMethods: CLIENT_AUTH_METHODS,
    extraClientMetadata: {
      properties: [...OWN_METADATA],
      validator(_: Context, name: string, __: unknown, metadata: Payload) {
        if (name === OWN_METADATA[0]) restrictDocument(metadata)
      },
    },
    clientDefaults: { grant_types: ['authorization_code'], response_types: ['code'] },
    enabledJWA: {
      idTokenSigningAlgValues: [...ID_TOKEN_ALGS],
      dPoPSigningAlgValues: SIGNATURE_ALGS,
      clientAuthSigningAlgValues: [...SIGNATURE_ALGS, 'HS256'],
      requestObjectSigningAlgValues: SIGNATURE_ALGS,
    },
    assertJwtClientAuthClaimsAndHeader: assertionRules(issuer, reason => new InvalidClientAuth(reason)),
    fetch: deps.fetch,
    fetchResponseBodyLimits: {
      'client_id metadata document': DOCUMENT_MAX_BYTES,
      jwks_uri: KEY_SET_MAX_BYTES,
    },
    discovery: {
      ui_locales_supported: ['en', 'zh-CN'],
      claims_locales_supported: ['en', 'zh-CN'],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account', 'create'],
      revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
      introspection_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS.filter(method => method !== 'none'),
      op_policy_uri: `${issuer}/en/privacy`,
      op_tos_uri: `${issuer}/en/terms`,
    },
    pkce: {
      /** A nonce protects a login of a confidential client as well (RFC 9700, section 2.1.1), if the client checks it (S-180). */
      required({ oidc: { params } }: Context, client: Client) {
        const isOptional = client.kerf_pkce === 'optional' && client.clientAuthMethod !== 'none'
        const isLogin = String(params?.scope).split(' ').includes('openid')
        if (isOptional && isLogin && !params?.nonce)
          throw new InvalidRequest('a request without code_challenge needs a nonce')
        return !(isOptional && isLogin)
      },
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      claimsParameter: { enabled: true },
      clientCredentials: { enabled: true },
      clientIdMetadataDocument: documentFeature(deps.clientDocuments, deps),
      requestObjects: { enabled: true },
      dPoP: { enabled: true, nonceSecret: keyedHash(key, 'DPoP nonces') },
      deviceFlow: {
        enabled: true,
        mask: '****-****',
        deviceInfo(ctx: Context) {
          const { has_keys: hasKeys, reset_number: resetNumber } = statementOf(ctx) ?? {}
          return { ip: deps.callerOf(ctx).ip, hasKeys, resetNumber }
        },
      },
      introspection: {
        enabled: true,
        /** A public client cannot prove its identity. An app may ask about tokens only that it got or that are for its API. */
        allowedPolicy: (_: Context, client: Client, token: { clientId: string; aud?: string }) =>
          client.clientAuthMethod !== 'none' &&
          deps.apis.findClient(token.clientId) !== undefined &&
          (token.clientId === client.clientId ||
            (token.aud !== undefined &&
              (deps.apis.findApi(token.aud)?.clientId === client.clientId ||
                isOwnOrigin(client, new URL(token.aud).origin)))),
      },
      pushedAuthorizationRequests: { enabled: true },
      resourceIndicators: resourceIndicators({
        apis: deps.apis,
        refusesClient: client => isMachineId(client.clientId),
        mayNameOrigin: (client, origin) =>
          client.kerf_party === 'third' ? isOwnOrigin(client, origin) : deps.hasOrigin(origin),
        refuse: () => new InvalidTarget(),
        machinesResource: `${issuer}${listMachines.path}`,
      }),
      revocation: {
        enabled: true,
        allowedPolicy: (_: Context, client: Client, token: { clientId: string }) =>
          token.clientId === client.clientId,
      },
      richAuthorizationRequests: machineAuthorization({
        ...deps,
        invalidDetails: description => new InvalidAuthorizationDetails(description),
        invalidGrant: description => new InvalidGrant(description),
      }),
      rpInitiatedLogout: { enabled: true },
      userinfo: { enabled: true },
    },
    formats: {
      customizers: {
        jwt(_: Context, { accountId, aud }: { accountId?: string; aud?: string }, jwt: { payload: Payload }) {
          const api = aud === undefined ? undefined : deps.apis.findApi(aud)
          if (api && accountId !== undefined) jwt.payload.sub = subjectAt(key, api, accountId)
        },
      },
    },
    ttl: {
      ...TTL_SECONDS,
      AccessToken: (ctx: Context, { resourceServer }: { resourceServer?: { accessTokenTTL?: number } }) =>
        stateOf(ctx).tokenTtlSeconds ?? resourceServer?.accessTokenTTL ?? TTL_SECONDS.AccessToken,
      DeviceCode: (_: Context, __: unknown, client: Client) =>
        isMachineId(client.clientId) ? MACHINE_CODE_TTL_SECONDS : TTL_SECONDS.DeviceCode,
      ClientCredentials: JWT_TTL_SECONDS,
    },
    interactions: { policy, url: deps.pageOf },
    findAccount,
    loadExistingGrant,
    rotateRefreshToken: true,
    clientBasedCORS: (_: Context, origin: string, client: Client) => isOwnOrigin(client, origin),
    renderError(ctx: Context, failure: BrowserFailure, reason: Error) {
      // Also when the person goes back after the answer: the app did nothing wrong.
      deps.showFailure(ctx, reason instanceof SessionNotFound ? { error: 'expired' } : failure)
    },
  })
  provider.silent = true
  const checkSecret = createSecretCheck({
    ...deps,
    refuse(seconds) {
      context()?.set('retry-after', String(seconds))
      const refused = new OIDCProviderError(TOO_MANY_REQUESTS, 'temporarily_unavailable')
      return Object.assign(refused, { error_description: 'too many wrong client secrets' })
    },
  })
  adaptResponses(provider, deps.hasBrowserOrigin)
  introspectForApis(provider, deps.apis, key)
  replaceAddresses(provider, issuer)
  acceptEmptySecrets(provider)
  replaceSessions(provider, { ...deps, context })
  replaceClient(provider, checkSecret, context)
  addIdTokenClaims(provider)
  replaceTokenValues(provider, key, context, clientId => hasJwtTokens(deps.apis, clientId))
  replaceReplayDetection(provider, db, key)
  limitAssertions(provider, checkSecret)
  const advance = advancePairing(deps, (error, description) =>
    Object.assign(
      error === 'expired_token' ? new ExpiredToken() : new AuthorizationPending(),
      description !== undefined && { error_description: description },
    ),
  )
  limitDevicePolls(provider, deps.limiter, context, () => new SlowDown(), advance)
  return provider
}
