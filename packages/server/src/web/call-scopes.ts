/** Gives each call a scope: the deadline that all its waits for the database share (P-08), and its span if it is sampled. */
import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Deadline, runInScope } from '../platform/concurrency/call-scope.ts'
import { type RemoteParent, recordError, SPAN_KIND, startRootSpan } from '../platform/tracing/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** of a sampled request */
    span: Span | undefined
  }
}

/** Runs the handlers of routes that are added later in a scope. What a handler starts and does not wait for has no deadline. */
export function addCallScopes(http: FastifyInstance, createDeadline: () => Deadline): void {
  http.decorateRequest('span', undefined)
  http.addHook('onRoute', route => {
    const { handler } = route
    route.handler = function handleInScope(request, reply) {
      const deadline = createDeadline()
      const end = (): void => deadline.lift()
      const result: unknown = runInScope({ deadline, span: request.span }, () =>
        handler.call(this, request, reply),
      )
      if (result instanceof Promise) result.then(end, end)
      else end()
      return result
    }
  })
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])

/** The route, never the path: a path or query string may contain a secret (S-120). Neither address nor user agent of the visitor. */
export function startCallSpan(request: FastifyRequest, parent: RemoteParent | undefined): void {
  request.span = startRootSpan(parent, () => {
    const { id, method, protocol, routeOptions } = request
    const route = routeOptions.url
    const known = METHODS.has(method)
    return {
      name: [known ? method : 'HTTP', ...(route === undefined ? [] : [route])].join(' '),
      kind: SPAN_KIND.server,
      attributes: {
        'http.request.method': known ? method : '_OTHER',
        'url.scheme': protocol,
        'network.protocol.version': request.raw.httpVersion,
        'kerf.request.id': id,
        ...(route !== undefined && { 'http.route': route }),
      },
    }
  })
}

export function endCallSpan({ span }: FastifyRequest, status: number): void {
  if (span === undefined) return
  span.setAttribute('http.response.status_code', status)
  if (status >= 500) recordError(span, { code: String(status) })
  span.end()
}
