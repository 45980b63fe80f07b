/** OAuth 2 providers without OpenID Connect. An `OAuth2Dialect` describes how a provider differs. */
import { calculatePKCECodeChallenge } from 'openid-client'
import { tracedFetch } from '../../../platform/tracing/traced-fetch.ts'
import {
  type AuthorizationRequest,
  type NativeToken,
  PROVIDER_TIMEOUT_MS,
  ProviderError,
  type SocialIdentity,
  type SocialProvider,
} from './social-provider.ts'

export interface OAuth2Settings {
  readonly channel: string
  readonly clientId: string
  readonly secret: string
  readonly nativeClientIds: readonly string[]
}

export type Json = Readonly<Record<string, unknown>>
/** Requests JSON from the provider. Rejects with a ProviderError. */
export type FetchJson = (url: URL, init?: RequestInit) => Promise<Json>

/** Endpoints and formats of one provider. */
export interface OAuth2Dialect {
  readonly issuer: string
  authorize(settings: OAuth2Settings, request: AuthorizationRequest & { readonly challenge: string }): URL
  /** Returns the token response, which holds `access_token`. */
  exchange(
    ask: FetchJson,
    settings: OAuth2Settings,
    request: AuthorizationRequest,
    code: string,
  ): Promise<Json>
  /** `tokens`: the token response, or `{access_token, openid}` of a native host. */
  identity(ask: FetchJson, tokens: Json): Promise<SocialIdentity>
  /** Whether the access token of a native host was issued to `clientId` (S-067). */
  isMeantFor(ask: FetchJson, settings: OAuth2Settings, token: AccessToken): Promise<boolean>
}

/** An access token that a native host received. */
export type AccessToken = NativeToken & { readonly accessToken: string }

export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** All requests of one sign-in share one timeout (S-070). */
function createFetchJson(channel: string): FetchJson {
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS)
  const request = tracedFetch(channel)
  return (url, init) => fetchJson(request, signal, url, init)
}

async function fetchJson(
  request: ReturnType<typeof tracedFetch>,
  signal: AbortSignal,
  url: URL,
  init?: RequestInit,
): Promise<Json> {
  let response: Response
  try {
    response = await request(url, {
      ...init,
      redirect: 'error',
      signal,
      headers: { accept: 'application/json', ...init?.headers },
    })
  } catch (error) {
    throw new ProviderError('unavailable', (error as Error).name)
  }
  if (response.status >= 500) throw new ProviderError('unavailable', `HTTP ${response.status}`)
  const answer: unknown = await response.json().catch(() => undefined)
  if (signal.aborted) throw new ProviderError('unavailable', 'the provider timed out')
  if (!response.ok || typeof answer !== 'object' || answer === null)
    throw new ProviderError('rejected', `HTTP ${response.status}`)
  return answer as Json
}

export function oauth2Provider(settings: OAuth2Settings, dialect: OAuth2Dialect): SocialProvider {
  return {
    channel: settings.channel,
    clientIds: [settings.clientId, ...settings.nativeClientIds],
    createAuthorizationUrl: async request =>
      dialect.authorize(settings, {
        ...request,
        challenge: await calculatePKCECodeChallenge(request.verifier),
      }),
    async exchangeCallback(request, callback) {
      const one = (name: string): string => {
        const all = callback.searchParams.getAll(name)
        return all.length === 1 ? (all[0] ?? '') : ''
      }
      if (one('state') !== request.state || one('code') === '')
        throw new ProviderError('rejected', 'the callback has no code for this request')
      const ask = createFetchJson(settings.channel)
      const tokens = await dialect.exchange(ask, settings, request, one('code'))
      if (toText(tokens.access_token) === '')
        throw new ProviderError('rejected', 'the provider returned no token')
      return dialect.identity(ask, tokens)
    },
    async verifyNativeToken({ accessToken = '', ...native }: NativeToken) {
      const ask = createFetchJson(settings.channel)
      if (accessToken === '' || !(await dialect.isMeantFor(ask, settings, { ...native, accessToken })))
        throw new ProviderError('rejected', 'the token was issued to another client')
      return dialect.identity(ask, { access_token: accessToken, openid: native.openId })
    },
  }
}
