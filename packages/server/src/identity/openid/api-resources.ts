/** Access tokens for APIs: their audience and scopes (RFC 8707), their format, and what introspection tells the API of the person. */
import type { Client, Context, Payload, Provider } from 'oidc-provider/lib/provider.js'
import type { RegisteredApi } from '../app/app-registry.ts'
import { type ApiSources, allowedScopes, ownScopes } from './tokens/api-scopes.ts'
import { pairwiseId, SCOPES } from './tokens/openid-claims.ts'
import { stateOf } from './tokens/request-state.ts'

/** A JWT can be neither introspected nor revoked, so it may not live longer (S-182). */
export const JWT_TTL_SECONDS = 600

interface ResourceDependencies {
  readonly apis: ApiSources
  /** whether the client gets no token for another resource */
  readonly refusesClient: (client: Client) => boolean
  /** whether the client may ask for tokens for an origin that is no registered API */
  readonly mayNameOrigin: (client: Client, origin: string) => boolean
  readonly refuse: () => Error
  /** of requests that have authorization details and name no resource */
  readonly machinesResource: string
}

export const resourceIndicators = ({
  apis,
  refusesClient,
  mayNameOrigin,
  refuse,
  machinesResource,
}: ResourceDependencies) => ({
  enabled: true,
  /** An app that asks for itself gets a token for an API: there is nothing else that it could get. */
  defaultResource(ctx: Context, { clientId }: Client, oneOf?: readonly string[]) {
    const own = defaultApi(apis, clientId)?.resource
    if (isForItself(ctx) && own === undefined) throw refuse()
    return ctx.oidc.params?.authorization_details === undefined ? (oneOf ?? own) : machinesResource
  },
  /** A token request that names no resource gets a token for the one that the authorization request named. */
  useGrantedResource: (_: Context, model: { readonly resource?: unknown }) => !Array.isArray(model.resource),
  getResourceServerInfo(ctx: Context, resource: string, client: Client) {
    if (refusesClient(client)) throw refuse()
    const api = apis.findApi(resource)
    if (!api) {
      const isNamed =
        resource === machinesResource || mayNameOrigin(client, URL.parse(resource)?.origin ?? '')
      if (isForItself(ctx) || !isNamed) throw refuse()
      return { scope: SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque' }
    }
    const app = apis.findClient(client.clientId)
    const scopes = app ? (isForItself(ctx) ? ownScopes : allowedScopes)(api, app) : []
    const isFirst = app?.party === 'first'
    if ((!isFirst || isForItself(ctx)) && scopes.length === 0) throw refuse()
    return {
      scope: scopes.join(' '),
      audience: api.resource,
      // A third party could read the person's id for the API in a JWT.
      ...(api.tokenFormat === 'jwt' && isFirst
        ? { accessTokenFormat: 'jwt', accessTokenTTL: JWT_TTL_SECONDS, jwt: { sign: { alg: api.alg } } }
        : { accessTokenFormat: 'opaque' }),
    }
  },
})

/** The API whose tokens an app gets when its request names none. undefined if that API was removed: new logins get tokens for userinfo. */
const defaultApi = ({ findApi, findClient }: ApiSources, clientId: string): RegisteredApi | undefined =>
  findApi(findClient(clientId)?.defaultResource ?? '')

/** Whether the access tokens of an app are JWTs when it names no other API. */
export const hasJwtTokens = (apis: ApiSources, clientId: string): boolean =>
  apis.findClient(clientId)?.party === 'first' && defaultApi(apis, clientId)?.tokenFormat === 'jwt'

/** Client credentials (RFC 6749, section 4.4): there is no person. */
const isForItself = ({ oidc: { params } }: Context): boolean => params?.grant_type === 'client_credentials'

/** The person's id for an API. Not that for the app that calls the API: an API of the maker must know the account. */
export const subjectAt = (key: Buffer, { party, sector }: RegisteredApi, uid: string): string =>
  party === 'third' ? pairwiseId(key, sector, uid) : uid

/** Answers an API with its own id of the person, and with the scopes that the app may still have. */
export function introspectForApis(provider: Provider, apis: ApiSources, key: Buffer): void {
  provider.use(async (ctx: Context, next: () => Promise<void>) => {
    await next()
    if (ctx.oidc?.route === 'introspection' && stateOf(ctx).isWithoutRight) ctx.body = { active: false }
    const { active, aud, client_id: clientId, scope = '', ...rest } = (ctx.body ?? {}) as Payload
    const api = typeof aud === 'string' ? apis.findApi(aud) : undefined
    if (ctx.oidc?.route !== 'introspection' || active !== true || !api) return
    const app = apis.findClient(String(clientId))
    const { AccessToken, ClientCredentials } = ctx.oidc.entities
    const allowed = app ? (ClientCredentials ? ownScopes : allowedScopes)(api, app) : []
    const scopes = String(scope)
      .split(' ')
      .filter(name => allowed.includes(name))
    const uid = AccessToken?.accountId
    const isAsking = ctx.oidc.client?.clientId === api.clientId
    ctx.body = {
      ...{ active, ...rest, aud, client_id: clientId },
      ...(uid !== undefined && isAsking && { sub: subjectAt(key, api, uid) }),
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    }
  })
}
