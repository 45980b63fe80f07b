/** An identity provider: Google, Apple, any OpenID Connect issuer, or an OAuth 2 provider with an API of its own. */

import * as v from 'valibot'

/** A verified identity. Its key is channel, issuer and subject, never the email address (S-064). */
export const SocialIdentity = v.object({
  issuer: v.string(),
  subject: v.string(),
  /** '' if the provider gave none */
  email: v.string(),
  /** whether the provider verified the address */
  emailVerified: v.boolean(),
  name: v.string(),
  /** OAuth client that the sign-in was made for; a label, not part of the identity */
  clientId: v.optional(v.string()),
})
export type SocialIdentity = v.InferOutput<typeof SocialIdentity>

export interface AuthorizationRequest {
  readonly state: string
  readonly nonce: string
  /** PKCE verifier; the provider receives its S256 challenge */
  readonly verifier: string
  readonly redirectUri: string
  readonly lang: string
}

export interface SocialProvider {
  readonly channel: string
  /** OAuth client ids that are accepted as audience: the portal's own and those of native hosts */
  readonly clientIds: readonly string[]
  /** Rejects with a ProviderError if the provider is unavailable. */
  createAuthorizationUrl(request: AuthorizationRequest): Promise<URL>
  /** Exchanges the code of the callback URL (with all its parameters) for the identity. */
  exchangeCallback(request: AuthorizationRequest, callback: URL): Promise<SocialIdentity>
  /** Verifies a token that a native host received (S-067). */
  verifyNativeToken(token: NativeToken): Promise<SocialIdentity>
}

export interface NativeToken {
  /** one of `clientIds` */
  readonly clientId: string
  readonly accessToken?: string | undefined
  /** WeChat: the person's id for the app that the access token belongs to */
  readonly openId?: string | undefined
  readonly idToken?: string | undefined
  readonly nonce?: string | undefined
}

/** `rejected`: the provider or the person refused, or the response is not valid. `unavailable`: the provider does not answer. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly kind: 'rejected' | 'unavailable'
  constructor(kind: 'rejected' | 'unavailable', message: string) {
    super(message)
    this.kind = kind
  }
}

/** Time for all requests to the provider during one sign-in (S-070). */
export const PROVIDER_TIMEOUT_MS = 8_000
