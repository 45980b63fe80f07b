/**
 * Configures oidc-provider: OpenID Connect Core, with the rules of RFC 9700 (OAuth 2.0 Security Best Current Practice). There is
 * no implicit, hybrid or password grant, and every client sends a PKCE challenge by S256.
 */
import { DAY_SECONDS, HOUR_SECONDS } from '@kerf/contract/limits'
import type { JWK } from 'jose'
import type { Client, Context, Interaction, Payload, Provider, Session } from 'oidc-provider/lib/provider.js'
import type { Caller } from '../../platform/audit/caller.ts'
import { keyedHash, randomHandle, sha256 } from '../../platform/keys/secrets.ts'
import { isOverLimit, type RateLimiter } from '../../platform/limits/rate-limiter.ts'
import type { SessionClaims } from '../../web/session-claims.ts'
import type { AppRegistry } from '../app/app-registry.ts'
import { ID_TOKEN_ALGS } from '../app/app-store.ts'
import { GRANT_TTL_SECONDS, upsertGrant } from '../grant/grant-store.ts'
import { ACR } from '../session/authentication.ts'
import { OWN_METADATA } from './client-metadata.ts'
import { createSecretCheck } from './client-secret-check.ts'
import { acceptEmptySecrets } from './empty-secret.ts'
import { createInteractionPolicy } from './interaction-policy.ts'
import { type AdapterDependencies, createAdapter, grantPayload } from './openid-adapter.ts'
import {
  type ClaimSources,
  claimsOf,
  pairwiseId,
  SCOPE_CLAIMS,
  SCOPES,
  sessionIdFor,
} from './openid-claims.ts'
import { insertFlow } from './openid-flow-store.ts'
import { findSubject, listSessionGrants } from './openid-token-store.ts'
import { grantName, parseName, stateOf } from './request-state.ts'
import { createAccessTokenValue, createTokenValue, type StoredTokenKind } from './token-value.ts'

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

/** A device polls every five seconds (RFC 8628, section 3.5). One second is left for requests that the network delays differently. */
const POLLS = { limit: 1, seconds: 4 }
const TOO_MANY_REQUESTS = 429

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

export interface ProviderDependencies extends ClaimSources, Omit<AdapterDependencies, 'context' | 'refuse'> {
  readonly issuer: string
  readonly jwks: readonly JWK[]
  /** the live session of the request, if the person authenticated in this browser */
  readonly signedIn: (context: Context) => Promise<SessionClaims | undefined>
  readonly verifySecret: AppRegistry['verifySecret']
  readonly limiter: RateLimiter
  /** whether an app has this origin */
  readonly hasOrigin: (origin: string) => boolean
  readonly consentedScopes: (uid: string, clientId: string) => Promise<readonly string[]>
  /** path of the page that continues a request */
  readonly pageOf: (context: Context, interaction: Interaction) => Promise<string>
  readonly callerOf: (context: Context) => Caller
  readonly showFailure: (context: Context, failure: BrowserFailure) => void
}

const partyOf = (client: Client): unknown => (client as unknown as Payload).kerf_party
const sectorOf = (client: Client): string => String((client as unknown as Payload).kerf_sector)

export async function createProvider(deps: ProviderDependencies): Promise<Provider> {
  const { db, key, issuer } = deps
  const [
    { Provider },
    { InvalidGrant, InvalidTarget, OIDCProviderError, SessionNotFound, SlowDown },
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
        claims: (_use: string, scope: string) => claimsOf(subject, scope, deps),
      }
    )
  }

  /** The session's grant for the client; undefined without the consent that a third party needs. */
  const loadExistingGrant = async (ctx: Context) => {
    const { client, session, requestParamOIDCScopes, resourceServers } = ctx.oidc
    if (!client || session?.accountId === undefined) return undefined
    const scopes = [...requestParamOIDCScopes]
    const uid = session.accountId
    if (partyOf(client) === 'third') {
      const consented = await deps.consentedScopes(uid, client.clientId)
      if (!scopes.every(scope => consented.includes(scope))) return undefined
    }
    const [row] = await upsertGrant(db, {
      uid,
      id: randomHandle(),
      clientId: client.clientId,
      session: parseName(session.uid).id,
      scopes,
      resources: Object.keys(resourceServers),
      offline: scopes.includes('offline_access'),
      ttlSeconds: TTL_SECONDS.Grant,
    })
    return row && provider.Grant.instantiate(grantPayload(uid, row))
  }

  const isOwnOrigin = (client: Client, origin: string): boolean =>
    // All private schemes share the origin "null", so it belongs to no client.
    origin !== 'null' && client.redirectUris.some(uri => URL.parse(uri)?.origin === origin)

  const provider: Provider = new Provider(issuer, {
    adapter: createAdapter({
      ...deps,
      context,
      refuse: reason => new InvalidGrant(reason),
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
      pairwiseId(key, sectorOf(client), uid),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    extraClientMetadata: { properties: [...OWN_METADATA] },
    clientDefaults: { grant_types: ['authorization_code'], response_types: ['code'] },
    enabledJWA: { idTokenSigningAlgValues: [...ID_TOKEN_ALGS], dPoPSigningAlgValues: ['ES256', 'EdDSA'] },
    discovery: { ui_locales_supported: ['en', 'zh-CN'], claims_locales_supported: ['en', 'zh-CN'] },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      claimsParameter: { enabled: true },
      dPoP: { enabled: true, nonceSecret: keyedHash(key, 'DPoP nonces') },
      deviceFlow: {
        enabled: true,
        mask: '****-****',
        deviceInfo: (ctx: Context) => ({ ip: deps.callerOf(ctx).ip }),
      },
      introspection: {
        enabled: true,
        /** A public client cannot prove its identity. An app may ask about tokens only that it got or that are for its API. */
        allowedPolicy: (_: Context, client: Client, token: { clientId: string; aud?: string }) =>
          client.clientAuthMethod !== 'none' &&
          (token.clientId === client.clientId ||
            (token.aud !== undefined && isOwnOrigin(client, new URL(token.aud).origin))),
      },
      pushedAuthorizationRequests: { enabled: true },
      resourceIndicators: {
        enabled: true,
        /** A third party gets tokens for itself only: the person is not asked about other APIs. */
        getResourceServerInfo(_: Context, resource: string, client: Client) {
          const origin = URL.parse(resource)?.origin ?? ''
          const isAllowed = partyOf(client) === 'third' ? isOwnOrigin(client, origin) : deps.hasOrigin(origin)
          if (!isAllowed) throw new InvalidTarget()
          return { scope: SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque' }
        },
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_: Context, client: Client, token: { clientId: string }) =>
          token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: true },
      userinfo: { enabled: true },
    },
    ttl: TTL_SECONDS,
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
  replaceModels(provider, deps, context)
  acceptEmptySecrets(provider)
  const checkSecret = createSecretCheck({
    ...deps,
    refuse(seconds) {
      context()?.set('retry-after', String(seconds))
      const refused = new OIDCProviderError(TOO_MANY_REQUESTS, 'temporarily_unavailable')
      return Object.assign(refused, { error_description: 'too many wrong client secrets' })
    },
  })
  provider.Client.prototype.compareClientSecret = async function compare(this: Client, secret) {
    const ctx = context()
    return ctx !== undefined && checkSecret(ctx, this.clientId, secret)
  }
  const findDeviceCode = provider.DeviceCode.find.bind(provider.DeviceCode)
  provider.DeviceCode.find = async (value, options) => {
    const code = await findDeviceCode(value, options)
    const isPending = code && code.accountId === undefined && code.error === undefined
    if (isPending && context()?.oidc.route === 'token')
      await deps.limiter
        .consume({ ...POLLS, key: `device-poll:${sha256(value).toString('base64url')}` })
        .catch(error => {
          throw isOverLimit(error) ? new SlowDown() : error
        })
    return code
  }
  return provider
}

/** The provider uses the portal's sessions and encrypted tokens, and builds URLs from the issuer instead of the Host header. */
function replaceModels(
  provider: Provider,
  { db, key, issuer, signedIn }: ProviderDependencies,
  context: () => Context | undefined,
): void {
  const { protocol, host } = new URL(issuer)
  Object.defineProperties(provider.request, {
    protocol: { get: () => protocol.slice(0, -1) },
    host: { get: () => host },
  })
  provider.OIDCContext.prototype.urlFor = (route, options) =>
    new URL(provider.pathFor(route, options), issuer).href

  const createSession = (uid?: string, handle = '', rest: Payload = {}): Session => {
    const name = uid === undefined ? undefined : grantName(uid, handle)
    const session = provider.Session.instantiate({
      ...(name !== undefined && { jti: name, uid: name, accountId: uid }),
      ...rest,
    })
    session.sidFor = clientId => sessionIdFor(key, handle, clientId)
    // It is stored by the portal: the provider must neither save it nor set a cookie for it.
    Object.defineProperty(session, 'destroyed', { value: true })
    return session
  }
  provider.Session.get = async ctx => {
    const claims = await signedIn(ctx)
    const session = claims
      ? createSession(claims.uid, claims.handle, {
          loginTs: claims.authenticated_at,
          acr: claims.acr,
          ...(claims.amr.length > 0 && { amr: claims.amr }),
        })
      : createSession()
    ctx.oidc.entity('Session', session)
    return session
  }
  // Of the session that a token is bound to. The token's statement has found whether it is live.
  provider.Session.findByUid = async name => {
    const { access } = stateOf(context())
    const { uid, id } = parseName(name)
    const isLoaded = access?.grant.session === id && access.subject.uid === uid
    const grants =
      isLoaded && access.isSessionLive ? [access.grant] : await listSessionGrants(db, { uid, session: id })
    if (grants.length === 0) return undefined
    const authorizations = grants.map(grant => [grant.client_id, { grantId: grantName(uid, grant.id) }])
    return createSession(uid, id, { authorizations: Object.fromEntries(authorizations) })
  }

  for (const kind of ['AuthorizationCode', 'RefreshToken'] as const satisfies StoredTokenKind[])
    provider[kind].prototype.generateTokenId = function generate(this: { grantId: string }) {
      const { uid, id } = parseName(this.grantId)
      return createTokenValue(key, kind, { uid, grantId: id })
    }
  const accessToken = provider.AccessToken.prototype as unknown as {
    generateTokenId(): string
    getValueAndPayload(): Promise<{ value: string }>
    constructor: { IN_PAYLOAD: readonly string[] }
  }
  const { IN_PAYLOAD } = provider.AccessToken as unknown as { IN_PAYLOAD: readonly string[] }
  const encrypted = IN_PAYLOAD.filter(name => name !== 'jti' && name !== 'kind')
  accessToken.generateTokenId = randomHandle
  accessToken.getValueAndPayload = async function encrypt(this: Record<string, unknown>) {
    const iat = Math.floor(Date.now() / 1_000)
    const payload = Object.fromEntries(encrypted.map(name => [name, this[name]]))
    return { value: createAccessTokenValue(key, { ...payload, iat, exp: iat + Number(this.expiration) }) }
  }

  // An app that starts a logout proves by `sid` which session it means. Also apps that want no logout tokens need it.
  provider.Client.prototype.includeSid = () => true
  // Set here: the library would derive sectors from addresses, which may change.
  const findClient = provider.Client.find.bind(provider.Client)
  provider.Client.find = async id => {
    const client = await findClient(id)
    if (client) client.subjectType = partyOf(client) === 'third' ? 'pairwise' : 'public'
    return client
  }
  // One statement decides, so that of two proofs at once one is refused.
  provider.ReplayDetection.unique = async (iss, jti, expiresAt) => {
    const ttlSeconds = Math.max(1, Math.ceil(expiresAt - Date.now() / 1_000))
    const hash = keyedHash(key, 'ReplayDetection', iss, jti)
    const stored = await insertFlow(db, {
      hash,
      kind: 'ReplayDetection',
      sealed: Buffer.alloc(0),
      ttlSeconds,
    })
    return stored.length > 0
  }
}
