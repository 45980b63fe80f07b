/** Any OpenID Connect issuer: authorization code with PKCE, state, nonce and issuer checks (S-061, S-063). */
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import {
  type Begin,
  type NativeToken,
  PROVIDER_TIMEOUT,
  ProviderFault,
  type SocialIdentity,
  type SocialProvider,
} from '../../ports/social-provider.ts'

export interface OidcSettings {
  readonly channel: string
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  readonly nativeClientIds: readonly string[]
  /** development: an issuer on http */
  readonly insecure: boolean
}

/** Signatures that are believed; never `none`, never a symmetric one. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
/** Discovery is asked for again after this long. */
const BELIEVED_FOR = 3600_000

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
    throw new ProviderFault('refused', 'the provider names nobody')
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

/** Faults of the wire are the provider's absence; everything else is a refusal. */
function asFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error
  const { name, code, cause, status } = error as {
    name?: string
    code?: string
    cause?: unknown
    status?: number
  }
  const away =
    name === 'TimeoutError' ||
    name === 'AbortError' ||
    code === 'OAUTH_TIMEOUT' ||
    (error instanceof TypeError && cause !== undefined) ||
    (status !== undefined && status >= 500)
  return new ProviderFault(away ? 'away' : 'refused', `${name ?? 'error'} ${code ?? ''}`.trim())
}

export function oidcProvider(settings: OidcSettings): SocialProvider {
  const { channel, issuer, clientId, secret, insecure } = settings
  let found: { readonly config: client.Configuration; readonly at: number } | undefined

  const configuration = async (): Promise<client.Configuration> => {
    if (found && found.at + BELIEVED_FOR > Date.now()) return found.config
    const config = await client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      client.ClientSecretPost(secret),
      {
        timeout: PROVIDER_TIMEOUT / 1_000,
        ...(insecure && { execute: [client.allowInsecureRequests] }),
      },
    )
    found = { config, at: Date.now() }
    return config
  }

  const byIdToken = async (
    token: string,
    audience: string,
    nonce: string | undefined,
  ): Promise<SocialIdentity> => {
    const config = await configuration()
    const { issuer: expected, jwks_uri: keys } = config.serverMetadata()
    if (keys === undefined) throw new ProviderFault('refused', 'the provider publishes no keys')
    const { payload } = await jwtVerify(
      token,
      createRemoteJWKSet(new URL(keys), { timeoutDuration: PROVIDER_TIMEOUT }),
      {
        issuer: expected,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iat', 'sub'],
        maxTokenAge: '1 hour',
      },
    )
    if (payload.nonce !== nonce) throw new ProviderFault('refused', 'the token is for another request')
    return identityOf(payload)
  }

  /** An access token says for whom it is only to its issuer: without introspection it is not believed. */
  const byAccessToken = async (token: string, audience: string): Promise<SocialIdentity> => {
    const config = await configuration()
    const { issuer: iss, introspection_endpoint: introspects } = config.serverMetadata()
    if (introspects === undefined)
      throw new ProviderFault('refused', 'the provider cannot check access tokens')
    const said = await client.tokenIntrospection(config, token)
    const meant = said.client_id === audience || said.aud === audience
    if (!said.active || !meant || !said.sub) throw new ProviderFault('refused', 'the token is not for us')
    const info = await client.fetchUserInfo(config, token, said.sub)
    return identityOf({ ...info, iss })
  }

  const orFault = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw asFault(error)
    })

  return {
    channel,
    clientIds: [clientId, ...settings.nativeClientIds],
    begin: ({ state, nonce, verifier, redirectUri, lang }: Begin) =>
      orFault(
        (async () =>
          client.buildAuthorizationUrl(await configuration(), {
            redirect_uri: redirectUri,
            scope: 'openid email profile',
            response_type: 'code',
            code_challenge: await client.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
            state,
            nonce,
            ui_locales: lang,
            ...(issuer === 'https://appleid.apple.com' && { response_mode: 'form_post' }),
          }))(),
      ),
    finish: ({ state, nonce, verifier }: Begin, callback: URL) =>
      orFault(
        (async () => {
          const config = await configuration()
          const tokens = await client.authorizationCodeGrant(config, callback, {
            pkceCodeVerifier: verifier,
            expectedState: state,
            expectedNonce: nonce,
            idTokenExpected: true,
          })
          const claims = tokens.claims()
          if (!claims) throw new ProviderFault('refused', 'no id token came')
          if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined)
            return identityOf(claims)
          return identityOf(claims, await client.fetchUserInfo(config, tokens.access_token, claims.sub))
        })(),
      ),
    identify: ({ clientId: audience, accessToken, idToken, nonce }: NativeToken) => {
      if (idToken !== undefined) return orFault(byIdToken(idToken, audience, nonce))
      if (accessToken !== undefined) return orFault(byAccessToken(accessToken, audience))
      return Promise.reject(new ProviderFault('refused', 'no token'))
    },
  }
}
