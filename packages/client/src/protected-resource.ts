/** Protected-resource metadata of an API (RFC 9728), by which tools such as MCP clients find the portal. */
import { secureOrigin } from './transport.ts'
import type { KerfProtectedResource, KerfProtectedResourceOptions } from './types.ts'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'
/** What a quoted text of a header may contain (RFC 6750, section 3). */
const QUOTABLE = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

const quoted = (name: string, value: string): string => {
  if (!QUOTABLE.test(value)) throw new TypeError(`${name} has a character that a header cannot contain.`)
  return `${name}="${value}"`
}

/** Sends nothing. Throws a TypeError for an address without https, or a resource with a query or fragment. */
export function protectedResource(options: KerfProtectedResourceOptions): KerfProtectedResource {
  const { portal, resource, scopes = [], name, documentation } = options
  const issuer = secureOrigin(portal, options)
  const url = new URL(resource)
  const origin = secureOrigin(resource, options)
  if (url.search !== '' || url.hash !== '')
    throw new TypeError('The resource must have no query and no fragment.')
  // The well-known part stands between host and path (section 3.1).
  const path = WELL_KNOWN + url.pathname.replace(/\/$/, '')
  return {
    path,
    metadata: {
      resource: url.href,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      ...(scopes.length > 0 && { scopes_supported: [...scopes] }),
      ...(name !== undefined && { resource_name: name }),
      ...(documentation !== undefined && { resource_documentation: documentation }),
    },
    challenge({ error, scope } = {}) {
      const parts = [quoted('resource_metadata', origin + path)]
      if (error !== undefined) parts.push(quoted('error', error))
      if (scope !== undefined) parts.push(quoted('scope', scope))
      return `Bearer ${parts.join(', ')}`
    },
  }
}
