/** The methods that a path accepts, for answers 405 and OPTIONS (RFC 9110, sections 9.3.7 and 15.5.6). */
import type { FastifyInstance } from 'fastify'
import createPathMatcher, { type HTTPMethod } from 'find-my-way'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** answers every path that is not reserved, and none that is */
    page?: boolean
  }
}

/** Paths of APIs and files. A request that matches nothing there gets 404 instead of a redirect to a page. */
const RESERVED_PATHS =
  /^\/(?:v1|v2|message|oauth|oidc|scim|dev|docs|assets|brands|courses|embed|files|robots\.txt|\.well-known)(?:\/|$)/

export const isReservedPath = (path: string): boolean => RESERVED_PATHS.test(path)

/** Applies to routes that are added later. Paths are matched by Fastify's own router, with its rules. */
export function recordAllowedMethods(http: FastifyInstance): (path: string) => readonly string[] {
  const matcher = createPathMatcher({ maxParamLength: 256 })
  const methods = new Set<HTTPMethod>()
  http.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat() as HTTPMethod[]) {
      methods.add(one)
      if (!matcher.hasRoute(one, url)) matcher.on(one, url, () => undefined, { page: config?.page ?? false })
    }
  })
  return path =>
    [...methods].filter(method => {
      const route = matcher.find(method, path)
      return route !== null && !(route.store.page && isReservedPath(path))
    })
}
