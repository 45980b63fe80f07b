/** Configures oidc-provider: an OpenID Connect issuer with one client. State is in memory and is lost at a restart. */
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { Context, Interaction, Provider } from 'oidc-provider/lib/provider.js'
import type { People } from './demo-people.ts'
import { errorPage } from './interaction-page.ts'
import { createMemoryAdapter } from './memory.ts'

export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  readonly redirectUris: readonly string[]
  /** path of the page that asks for the visitor's name */
  readonly interactionPath: (uid: string) => string
  readonly people: People
}

const SCOPES = 'openid email profile'
const MINUTE_SECONDS = 60

export async function createProvider(settings: ProviderSettings): Promise<Provider> {
  const { Provider } = await import('oidc-provider/lib/provider.js')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'demo' }
  const provider: Provider = new Provider(settings.issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.secret,
        redirect_uris: [...settings.redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid'],
    responseTypes: ['code'],
    // Native sign-in of a host app sends only the ID token, so the ID token holds the profile claims.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: false },
    },
    ttl: {
      AccessToken: 10 * MINUTE_SECONDS,
      AuthorizationCode: MINUTE_SECONDS,
      Grant: 60 * MINUTE_SECONDS,
      IdToken: 10 * MINUTE_SECONDS,
      Interaction: 30 * MINUTE_SECONDS,
      Session: 60 * MINUTE_SECONDS,
    },
    interactions: { url: (_: Context, { uid }: Interaction) => settings.interactionPath(uid) },
    findAccount: (_: Context, accountId: string) => {
      const claims = settings.people.find(accountId)
      return claims && { accountId, claims: () => claims }
    },
    // The interaction page asks for the name and for consent together, so no consent page follows.
    async loadExistingGrant({ oidc }: Context) {
      const grant = new provider.Grant({
        accountId: oidc.account?.accountId,
        clientId: oidc.client?.clientId,
      })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    renderError(context: Context, failure: { readonly error: string; readonly error_description?: string }) {
      const { html, policy } = errorPage(`${failure.error} ${failure.error_description ?? ''}`.trim())
      context.set('content-security-policy', policy)
      context.type = 'html'
      context.body = html
    },
  })
  provider.silent = true
  return provider
}
