/** Any OpenID Connect issuer: authorization code with PKCE, state, nonce and issuer checks (S-061, S-063). */
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import {
  type AuthorizationRequest,
  type NativeToken,
  PROVIDER_TIMEOUT_MS,
  ProviderError,
  type SocialIdentity,
  type SocialProvider,
} from '../social-provider.ts'

export interface OidcSettings {
  readonly channel: string
  /** a function where it is known only once the server listens */
  readonly issuer: string | (() => string)
  readonly clientId: string
  readonly secret: string
  readonly nativeClientIds: readonly string[]
  /** development: an issuer on http */
  readonly insecure: boolean
}

/** Signatures that are believed; never `none`, never a symmetric one. */
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
/** Discovery is asked for again after this long. */
const DISCOVERY_TTL_MS = 3600_000

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
    throw new ProviderError('refused', 'the provider names nobody')
  const source = typeof claims.email === 'string' ? claims : more
  const name = claims.name ?? more.name
  return {
    issuer: iss,
    subject: sub,
    email: typeof source.email === 'string' ? source.email : '',
    // Apple says it in words.
    emailVerified: source.email_verified === true || source.email_verified === 'true',
    name: typeof name === 'string' ? name : '',
  }
}

/** ERR_JOSE_GENERIC: the keys cannot be fetched. */
const TIMEOUT_CODES = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']

/** Faults of the wire are the provider's absence; everything else is a refusal. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const { name, code = '', cause, status } = error as Error & { code?: string; status?: number }
  const answered = status ?? (cause instanceof Response ? cause.status : 0)
  const away =
    name === 'TimeoutError' ||
    TIMEOUT_CODES.includes(code) ||
    (error instanceof TypeError && cause !== undefined) ||
    answered >= 500
  return new ProviderError(away ? 'away' : 'refused', `${name} ${code}`.trim())
}

/** All that is asked of the provider for one sign-in, together, within the time-out (S-070). */
async function withTimeout<T>(work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new ProviderError('away', 'the provider takes too long')),
    PROVIDER_TIMEOUT_MS,
  )
  try {
    return await Promise.race([work(), late.promise])
  } catch (error) {
    throw toProviderError(error)
  } finally {
    clearTimeout(timer)
  }
}

export function oidcProvider(settings: OidcSettings): SocialProvider {
  const { channel, clientId, secret, insecure } = settings
  const issuer = (): string => (typeof settings.issuer === 'string' ? settings.issuer : settings.issuer())
  let keySet: ReturnType<typeof createRemoteJWKSet> | undefined
  let found: { readonly config: client.Configuration; readonly at: number } | undefined

  const configuration = async (): Promise<client.Configuration> => {
    if (found && found.at + DISCOVERY_TTL_MS > Date.now()) return found.config
    const config = await client.discovery(
      new URL(issuer()),
      clientId,
      undefined,
      client.ClientSecretPost(secret),
      {
        timeout: PROVIDER_TIMEOUT_MS / 1_000,
        execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
      },
    )
    const { jwks_uri: keys } = config.serverMetadata()
    keySet =
      keys === undefined
        ? undefined
        : createRemoteJWKSet(new URL(keys), { timeoutDuration: PROVIDER_TIMEOUT_MS })
    found = { config, at: Date.now() }
    return config
  }

  const byIdToken = async (
    token: string,
    audience: string,
    nonce: string | undefined,
  ): Promise<SocialIdentity> => {
    const config = await configuration()
    if (keySet === undefined) throw new ProviderError('refused', 'the provider publishes no keys')
    const { payload } = await jwtVerify(token, keySet, {
      issuer: config.serverMetadata().issuer,
      audience,
      algorithms: SIGNATURE_ALGORITHMS,
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: '1 hour',
    })
    // For several at once: the one it was made for must be us.
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== audience)
      throw new ProviderError('refused', 'the token is for another client')
    if (payload.nonce !== nonce) throw new ProviderError('refused', 'the token is for another request')
    return identityOf(payload)
  }

  /** An access token says for whom it is only to its issuer: without introspection it is not believed. */
  const byAccessToken = async (token: string, audience: string): Promise<SocialIdentity> => {
    const config = await configuration()
    const { issuer: iss, introspection_endpoint: introspects } = config.serverMetadata()
    if (introspects === undefined)
      throw new ProviderError('refused', 'the provider cannot check access tokens')
    const said = await client.tokenIntrospection(config, token)
    const meant = said.client_id === audience || said.aud === audience
    if (!said.active || !meant || !said.sub) throw new ProviderError('refused', 'the token is not for us')
    const info = await client.fetchUserInfo(config, token, said.sub)
    return identityOf({ ...info, iss })
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
        if (!claims) throw new ProviderError('refused', 'no id token came')
        if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined)
          return identityOf(claims)
        return identityOf(claims, await client.fetchUserInfo(config, tokens.access_token, claims.sub))
      }),
    verifyNativeToken: ({ clientId: audience, accessToken, idToken, nonce }: NativeToken) => {
      if (idToken !== undefined) return withTimeout(() => byIdToken(idToken, audience, nonce))
      if (accessToken !== undefined) return withTimeout(() => byAccessToken(accessToken, audience))
      return Promise.reject(new ProviderError('refused', 'no token'))
    },
  }
}
