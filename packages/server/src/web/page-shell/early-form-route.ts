import { isPortalPage, portalPath } from '@kerf/contract/portal-routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isReservedPath } from '../allowed-methods.ts'
import { escapeForHeader, findDestination } from './destination.ts'
import { splitUrl } from './split-url.ts'

/** A form that is submitted before its script has loaded arrives here. Its body is received within the limit and dropped. */
export function earlyFormRoute(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, _body, done) => done(null),
  )
  const form = {
    config: { page: true },
    // Before the body is read: its type and size are no matter of an unknown call.
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      if (isReservedPath(splitUrl(request.url).path)) return reply.callNotFound()
    },
  }
  app.post('/:lang/:page', form, (request, reply) => {
    const { path, query } = splitUrl(request.url)
    const destination = findDestination({
      path,
      query,
      languageCookie: undefined,
      acceptLanguage: undefined,
    })
    if (destination.kind !== 'page' || !isPortalPage(destination.page)) return reply.callNotFound()
    const safeQuery = escapeForHeader(query)
    const location = portalPath(destination.language, destination.page) + (safeQuery && `?${safeQuery}`)
    return reply
      .code(303)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', location })
      .send()
  })
}
