/** Providers that speak OAuth 2 without OpenID Connect: what differs between them is data. */
import { calculatePKCECodeChallenge } from 'openid-client'
import {
  type AuthorizationRequest,
  type NativeToken,
  PROVIDER_TIMEOUT_MS,
  ProviderError,
  type SocialIdentity,
  type SocialProvider,
} from '../social-provider.ts'

export interface OAuth2Settings {
  readonly channel: string
  readonly clientId: string
  readonly secret: string
  readonly nativeClientIds: readonly string[]
}

export type Json = Readonly<Record<string, unknown>>
/** Calls the provider; rejects with `away` when it does not answer, `refused` when it says no. */
export type FetchJson = (url: URL, init?: RequestInit) => Promise<Json>

/** One provider's dialect. */
export interface OAuth2Dialect {
  readonly issuer: string
  authorize(settings: OAuth2Settings, request: AuthorizationRequest & { readonly challenge: string }): URL
  /** the answer that holds `access_token` */
  exchange(
    ask: FetchJson,
    settings: OAuth2Settings,
    request: AuthorizationRequest,
    code: string,
  ): Promise<Json>
  /** `tokens`: the exchange's answer, or for a native host `{access_token}` */
  identity(ask: FetchJson, tokens: Json): Promise<SocialIdentity>
  /** whether an access token was issued to this client (S-067) */
  isMeantFor(ask: FetchJson, settings: OAuth2Settings, token: string, clientId: string): Promise<boolean>
}

export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Everything asked for one sign-in, together, within the time-out (S-070). */
function createFetchJson(): FetchJson {
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS)
  return (url, init) => fetchJson(signal, url, init)
}

async function fetchJson(signal: AbortSignal, url: URL, init?: RequestInit): Promise<Json> {
  let response: Response
  try {
    response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal,
      headers: { accept: 'application/json', ...init?.headers },
    })
  } catch (error) {
    throw new ProviderError('away', (error as Error).name)
  }
  if (response.status >= 500) throw new ProviderError('away', `HTTP ${response.status}`)
  const answer: unknown = await response.json().catch(() => undefined)
  if (signal.aborted) throw new ProviderError('away', 'the provider takes too long')
  if (!response.ok || typeof answer !== 'object' || answer === null)
    throw new ProviderError('refused', `HTTP ${response.status}`)
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
        throw new ProviderError('refused', 'the provider sent no code for this request')
      const ask = createFetchJson()
      const tokens = await dialect.exchange(ask, settings, request, one('code'))
      if (toText(tokens.access_token) === '') throw new ProviderError('refused', 'the provider gave no token')
      return dialect.identity(ask, tokens)
    },
    async verifyNativeToken({ clientId, accessToken = '' }: NativeToken) {
      const ask = createFetchJson()
      if (accessToken === '' || !(await dialect.isMeantFor(ask, settings, accessToken, clientId)))
        throw new ProviderError('refused', 'the token is not for us')
      return dialect.identity(ask, { access_token: accessToken })
    },
  }
}
