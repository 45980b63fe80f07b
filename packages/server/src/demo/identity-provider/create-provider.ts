/** The demo provider itself: an OpenID Connect issuer with one client, all of it in memory and new at each start. */
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { Context, Interaction, Provider } from 'oidc-provider/lib/provider.js'
import type { People } from './demo-people.ts'
import { errorPage } from './interaction-page.ts'
import { createMemory } from './memory.ts'

export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  readonly redirectUris: readonly string[]
  /** path of the page where a visitor says who they are */
  readonly interactionPath: (uid: string) => string
  readonly people: People
}

const SCOPES = 'openid email profile'
const MINUTES = 60

export async function createProvider(settings: ProviderSettings): Promise<Provider> {
  const { Provider } = await import('oidc-provider/lib/provider.js')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'demo' }
  const provider: Provider = new Provider(settings.issuer, {
    adapter: createMemory(),
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
    // The native sign-in of a host hands over an ID token and nothing else: it says who the person is.
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
      AccessToken: 10 * MINUTES,
      AuthorizationCode: MINUTES,
      Grant: 60 * MINUTES,
      IdToken: 10 * MINUTES,
      Interaction: 30 * MINUTES,
      Session: 60 * MINUTES,
    },
    interactions: { url: (_: Context, { uid }: Interaction) => settings.interactionPath(uid) },
    findAccount: (_: Context, accountId: string) => {
      const claims = settings.people.find(accountId)
      return claims && { accountId, claims: () => claims }
    },
    // Whoever did not refuse has agreed: the page that asks for the name asks for that too.
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
    renderError(context: Context, said: { readonly error: string; readonly error_description?: string }) {
      const { html, policy } = errorPage(`${said.error} ${said.error_description ?? ''}`.trim())
      context.set('content-security-policy', policy)
      context.type = 'html'
      context.body = html
    },
  })
  provider.silent = true
  return provider
}
