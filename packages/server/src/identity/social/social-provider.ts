/** A provider of identities: Google, Apple, any OpenID Connect issuer, or one with a way of its own. */

/** Who the provider says it is. The key is (channel, issuer, subject); an e-mail address is never one (S-064). */
export interface SocialIdentity {
  readonly issuer: string
  readonly subject: string
  /** '' when none was given */
  readonly email: string
  /** the provider vouches for the address */
  readonly emailVerified: boolean
  readonly name: string
}

export interface AuthorizationRequest {
  readonly state: string
  readonly nonce: string
  /** PKCE verifier; its S256 challenge is sent */
  readonly verifier: string
  readonly redirectUri: string
  readonly lang: string
}

export interface SocialProvider {
  readonly channel: string
  /** OAuth client ids that tokens may be meant for: the portal's own and those of native hosts */
  readonly clientIds: readonly string[]
  /** Where to send the visitor. Rejects with a ProviderFault when the provider does not answer. */
  createAuthorizationUrl(request: AuthorizationRequest): Promise<URL>
  /** `callback`: the address the visitor came back to, with everything in it. */
  exchangeCallback(request: AuthorizationRequest, callback: URL): Promise<SocialIdentity>
  /** Checks a token that a native host was given (S-067). */
  verifyNativeToken(token: NativeToken): Promise<SocialIdentity>
}

export interface NativeToken {
  /** one of `clientIds` */
  readonly clientId: string
  readonly accessToken?: string | undefined
  readonly idToken?: string | undefined
  readonly nonce?: string | undefined
}

/** `refused`: the provider or the person said no, or what came is not to be believed. `away`: the provider does not answer. */
export class ProviderError extends Error {
  override readonly name = 'ProviderFault'
  readonly kind: 'refused' | 'away'
  constructor(kind: 'refused' | 'away', message: string) {
    super(message)
    this.kind = kind
  }
}

/** Milliseconds after which a provider counts as away (S-070). */
export const PROVIDER_TIMEOUT_MS = 8_000
