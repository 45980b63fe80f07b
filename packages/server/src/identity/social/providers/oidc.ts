/** Any OpenID Connect issuer: authorization code with PKCE, state, nonce and issuer checks (S-061, S-063). */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { tracedFetch } from '../../../platform/tracing/traced-fetch.ts'
import {
  type AuthorizationRequest,
  type NativeToken,
  PROVIDER_TIMEOUT_MS,
  ProviderError,
  type SocialIdentity,
  type SocialProvider,
} from './social-provider.ts'

export interface OidcSettings {
  readonly channel: string
  /** a function if the issuer is known only after the server listens */
  readonly issuer: string | (() => string)
  readonly clientId: string
  /** a function if it is signed for each request, as Apple requires */
  readonly secret: string | (() => Promise<string>)
  readonly nativeClientIds: readonly string[]
  /** endpoint that names the audience of an access token, where the provider has no introspection: Google */
  readonly tokenInfoUrl?: string | undefined
  /** development: allows an issuer on http */
  readonly insecure: boolean
}

/** Accepted signature algorithms; neither `none` nor a symmetric one. */
const SIGNATURE_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
]
/** The discovery document is fetched again after this time. */
const DISCOVERY_TTL_MS = HOUR_SECONDS * 1_000

interface Claims {
  readonly iss?: unknown
  readonly sub?: unknown
  readonly email?: unknown
  readonly email_verified?: unknown
  readonly name?: unknown
}

function identityOf(claims: Claims, more: Claims = {}): SocialIdentity {
  const { iss, sub } = claims
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '')
    throw new ProviderError('rejected', 'the claims name no subject')
  const source = typeof claims.email === 'string' ? claims : more
  const name = claims.name ?? more.name
  return {
    issuer: iss,
    subject: sub,
    email: typeof source.email === 'string' ? source.email : '',
    // Apple sends the string 'true'.
    emailVerified: source.email_verified === true || source.email_verified === 'true',
    name: typeof name === 'string' ? name : '',
  }
}

/** `ERR_JOSE_GENERIC`: the keys cannot be fetched. */
const TIMEOUT_CODES = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']

/** Network errors and 5xx answers mean unavailable; anything else is a rejection. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const { name, code = '', cause, status } = error as Error & { code?: string; status?: number }
  const httpStatus = status ?? (cause instanceof Response ? cause.status : 0)
  const isUnavailable =
    name === 'TimeoutError' ||
    TIMEOUT_CODES.includes(code) ||
    (error instanceof TypeError && cause !== undefined) ||
    httpStatus >= 500
  return new ProviderError(isUnavailable ? 'unavailable' : 'rejected', `${name} ${code}`.trim())
}

/** Limits all requests of one sign-in together (S-070). */
async function withTimeout<T>(work: () => Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => timeout.reject(new ProviderError('unavailable', 'the provider timed out')),
    PROVIDER_TIMEOUT_MS,
  )
  try {
    return await Promise.race([work(), timeout.promise])
  } catch (error) {
    throw toProviderError(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a client secret that is signed anew for each request. */
const signedSecretPost =
  (sign: () => Promise<string>): client.ClientAuth =>
  async (_, { client_id }, body) => {
    body.set('client_id', client_id)
    body.set('client_secret', await sign())
  }

interface TokenInfo {
  readonly sub?: unknown
  readonly aud?: unknown
  readonly client_id?: unknown
}

async function introspect(config: client.Configuration, token: string): Promise<TokenInfo> {
  if (config.serverMetadata().introspection_endpoint === undefined)
    throw new ProviderError('rejected', 'the provider does not support introspection')
  const introspection = await client.tokenIntrospection(config, token)
  return introspection.active ? introspection : {}
}

/** Google's `tokeninfo`: 400 for a token that is not valid. */
async function fetchTokenInfo(
  request: ReturnType<typeof tracedFetch>,
  endpoint: string,
  token: string,
): Promise<TokenInfo> {
  const response = await request(endpoint, {
    method: 'POST',
    body: new URLSearchParams({ access_token: token }),
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  })
  if (response.status >= 500) throw new ProviderError('unavailable', `HTTP ${response.status}`)
  if (!response.ok) throw new ProviderError('rejected', `HTTP ${response.status}`)
  return (await response.json()) as TokenInfo
}

export function oidcProvider(settings: OidcSettings): SocialProvider {
  const { channel, clientId, secret, insecure } = settings
  const request = tracedFetch(channel)
  const issuer = (): string => (typeof settings.issuer === 'string' ? settings.issuer : settings.issuer())
  let keySet: ReturnType<typeof createRemoteJWKSet> | undefined
  let found: { readonly config: client.Configuration; readonly at: number } | undefined

  const configuration = async (): Promise<client.Configuration> => {
    if (found && found.at + DISCOVERY_TTL_MS > performance.now()) return found.config
    const config = await client.discovery(
      new URL(issuer()),
      clientId,
      undefined,
      typeof secret === 'string' ? client.ClientSecretPost(secret) : signedSecretPost(secret),
      {
        timeout: PROVIDER_TIMEOUT_MS / 1_000,
        [client.customFetch]: (url, init) => request(url, init as RequestInit),
        execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
      },
    )
    const { jwks_uri: keys } = config.serverMetadata()
    keySet =
      keys === undefined
        ? undefined
        : createRemoteJWKSet(new URL(keys), {
            timeoutDuration: PROVIDER_TIMEOUT_MS,
            [customFetch]: request,
          })
    found = { config, at: performance.now() }
    return config
  }

  const byIdToken = async (
    token: string,
    audience: string,
    nonce: string | undefined,
  ): Promise<SocialIdentity> => {
    const config = await configuration()
    if (keySet === undefined) throw new ProviderError('rejected', 'the provider publishes no keys')
    const { payload } = await jwtVerify(token, keySet, {
      issuer: config.serverMetadata().issuer,
      audience,
      algorithms: SIGNATURE_ALGORITHMS,
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: '1 hour',
    })
    // A token with several audiences must name this client as its authorized party.
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== audience)
      throw new ProviderError('rejected', 'the token was issued to another client')
    if (payload.nonce !== nonce) throw new ProviderError('rejected', 'the token belongs to another request')
    return identityOf(payload)
  }

  /** Subject of an access token. Rejects if it was issued to another client; only the issuer knows its audience. */
  const subjectOf = async (
    config: client.Configuration,
    token: string,
    audience: string,
  ): Promise<string> => {
    const info =
      settings.tokenInfoUrl === undefined
        ? await introspect(config, token)
        : await fetchTokenInfo(request, settings.tokenInfoUrl, token)
    const isForAudience = info.client_id === audience || info.aud === audience
    if (!isForAudience || typeof info.sub !== 'string' || info.sub === '')
      throw new ProviderError('rejected', 'the token was issued to another client')
    return info.sub
  }

  const byAccessToken = async (token: string, audience: string): Promise<SocialIdentity> => {
    const config = await configuration()
    const info = await client.fetchUserInfo(config, token, await subjectOf(config, token, audience))
    return identityOf({ ...info, iss: config.serverMetadata().issuer })
  }

  return {
    channel,
    clientIds: [clientId, ...settings.nativeClientIds],
    createAuthorizationUrl: ({ state, nonce, verifier, redirectUri, lang }: AuthorizationRequest) =>
      withTimeout(async () =>
        client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          response_type: 'code',
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          ui_locales: lang,
          ...(issuer() === 'https://appleid.apple.com' && { response_mode: 'form_post' }),
        }),
      ),
    exchangeCallback: ({ state, nonce, verifier }: AuthorizationRequest, callback: URL) =>
      withTimeout(async () => {
        const config = await configuration()
        const tokens = await client.authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new ProviderError('rejected', 'the provider returned no id token')
        if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined)
          return identityOf(claims)
        return identityOf(claims, await client.fetchUserInfo(config, tokens.access_token, claims.sub))
      }),
    verifyNativeToken: ({ clientId: audience, accessToken, idToken, nonce }: NativeToken) => {
      if (idToken !== undefined) return withTimeout(() => byIdToken(idToken, audience, nonce))
      if (accessToken !== undefined) return withTimeout(() => byAccessToken(accessToken, audience))
      return Promise.reject(new ProviderError('rejected', 'no token'))
    },
  }
}
