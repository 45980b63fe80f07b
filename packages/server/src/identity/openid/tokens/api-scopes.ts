/**
 * Scopes of APIs, such as `jobs:write`. Two APIs may have scopes of one name, so a consent or a grant stores each with the client id of
 * its API: `app_…/jobs:write`.
 */
import type { AppRegistry, OpenIdClient, RegisteredApi } from '../../app/app-registry.ts'
import type { ApiScope } from '../../app/app-store.ts'
import { requestedScopes, SCOPES } from './openid-claims.ts'

export type ApiSources = Pick<AppRegistry, 'findApi' | 'findClient' | 'findApiById'>

const storedName = (api: RegisteredApi, scope: string): string => `${api.clientId}/${scope}`

/** A third party has open scopes and those that an operator gave to it; the maker's own apps have every scope. */
export function allowedScopes(api: RegisteredApi, client: OpenIdClient): readonly string[] {
  const given = client.apiAccess[api.clientId] ?? []
  return api.scopes.flatMap(({ name, open }) =>
    client.party === 'first' || open || given.includes(name) ? [name] : [],
  )
}

/** Without a person, an app of either party has only what an operator gave to it. */
export const ownScopes = (api: RegisteredApi, client: OpenIdClient): readonly string[] => {
  const given = client.apiAccess[api.clientId] ?? []
  return api.scopes.flatMap(({ name }) => (given.includes(name) ? [name] : []))
}

/** The resource indicators of a request or a stored token. */
export const resourcesOf = (resource: unknown): string[] => {
  const all: unknown[] = Array.isArray(resource) ? resource : [resource]
  return all.filter((one): one is string => typeof one === 'string' && one !== '')
}

/** Everything that the request asks for, as it is stored: scopes of OpenID, and those of the APIs that it names. */
export function storedScopes(
  params: Readonly<Record<string, unknown>>,
  client: OpenIdClient,
  { findApi }: ApiSources,
): string[] {
  const requested = String(params.scope ?? '').split(' ')
  const ofApis = resourcesOf(params.resource).flatMap(resource => {
    const api = findApi(resource)
    const allowed = api ? allowedScopes(api, client) : []
    return api ? allowed.filter(name => requested.includes(name)).map(name => storedName(api, name)) : []
  })
  return [...requestedScopes(params), ...ofApis]
}

/** Of a grant, as scopes of one resource: those of its API, or those of OpenID if the resource is the origin of an app. */
export function scopesAt(
  resource: string,
  stored: readonly string[],
  { findApi }: Pick<ApiSources, 'findApi'>,
): string[] {
  const api = findApi(resource)
  return api
    ? api.scopes.map(({ name }) => name).filter(name => stored.includes(storedName(api, name)))
    : openIdScopes(stored)
}

export const openIdScopes = (stored: readonly string[]): string[] =>
  SCOPES.filter(name => stored.includes(name))

export interface DescribedApi {
  readonly clientId: string
  readonly name: string
  readonly scopes: (ApiScope & { readonly consented: boolean })[]
}

/** As the screens show them. Scopes and APIs that were removed are left out: nothing of them works. */
export function describeApis(
  stored: readonly string[],
  { findApiById }: Pick<ApiSources, 'findApiById'>,
  /** stored scopes that the person agreed to before */
  consented: readonly string[] = [],
): DescribedApi[] {
  const ids = new Set(stored.flatMap(name => (name.includes('/') ? [name.slice(0, name.indexOf('/'))] : [])))
  return [...ids].flatMap(id => {
    const api = findApiById(id)
    if (!api) return []
    const scopes = api.scopes.flatMap(scope => {
      const name = storedName(api, scope.name)
      return stored.includes(name) ? [{ ...scope, consented: consented.includes(name) }] : []
    })
    return scopes.length > 0 ? [{ clientId: id, name: api.name, scopes }] : []
  })
}
