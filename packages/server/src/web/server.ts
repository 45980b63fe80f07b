/** The HTTP server: transport limits, request ids, log lines, errors, CORS. */
import type { Socket } from 'node:net'
import {
  APP_HEADERS,
  COMPANION_HEADER,
  COOKIE_PARTITIONED_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  TIME_ZONE_HEADER,
  TOKEN_HEADER,
} from '@kerf/contract/headers'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { Deadline } from '../platform/concurrency/call-scope.ts'
import { isOutage } from '../platform/db/database.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { errorLogFields } from '../platform/errors/log-fields.ts'
import { auditNetwork } from '../platform/limits/ip-address.ts'
import { createLineLimit } from '../platform/limits/line-limit.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { isTracing } from '../platform/tracing/tracing.ts'
import { recordAllowedMethods } from './allowed-methods.ts'
import { addCallScopes, endCallSpan, startCallSpan } from './call-scopes.ts'
import {
  DEADLINES,
  type Deadlines,
  hasUnreadBody,
  isAmbiguous,
  isClientAbort,
  refuseConnection,
} from './connection-guard.ts'
import { errorResponse, toApiError } from './envelope.ts'
import { isAllowedOrigin, type OriginRule } from './request/origins.ts'
import { createRequestCorrelation } from './request/request-correlation.ts'
import { languageOf } from './request/request-reader.ts'
import { createProxyCheck } from './request/unlisted-proxy.ts'

export interface ServerOptions {
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  readonly origins: OriginRule
  readonly metrics: Pick<Metrics, 'observeRequest' | 'countEvent'>
  readonly deadlines?: Deadlines
  /** of a call that begins now, see call-deadline.ts */
  readonly createDeadline?: () => Deadline
  /** true: answers close their connections, so that clients connect to another server */
  readonly isDraining?: () => boolean
  /** a private address sends forwarding headers and is not trusted */
  readonly onUnlistedProxy?: (peer: string) => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** logs successful requests at debug level only, because they are frequent */
    quiet?: boolean
    /** texts of errors are for the developers of apps */
    forDevelopers?: boolean
  }
}

const BODY_MAX_BYTES = 64 * 1024
const URL_MAX_LENGTH = 8 * 1024
const HEADERS_MAX_BYTES = 16 * 1024
const CONNECTION_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const API = /^\/(?:v1|v2|message|oauth)(?:[/?]|$)/

const ALLOWED_HEADERS = [
  'content-type',
  TOKEN_HEADER,
  LANGUAGE_HEADER,
  ...Object.values(APP_HEADERS),
  TIME_ZONE_HEADER,
  IDEMPOTENCY_HEADER,
  COMPANION_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  COOKIE_PARTITIONED_HEADER,
].join(', ')

/** route.ts validates with the schemas of the contract. Fastify would load two compilers for schemas that no route has. */
const NO_JSON_SCHEMAS = {
  compilersFactory: {
    buildValidator: () => () => {
      throw new Error('routes have no JSON schemas')
    },
    buildSerializer: () => () => {
      throw new Error('routes have no JSON schemas')
    },
  },
}

/** Options of Node's server, for http and https alike. */
export const transportOptions = (deadlines: Deadlines) => ({
  maxHeaderSize: HEADERS_MAX_BYTES,
  headersTimeout: deadlines.headersTimeoutMs,
  connectionsCheckingInterval: deadlines.checkIntervalMs,
  // isAmbiguous refuses it, with the headers of every refusal.
  requireHostHeader: false,
})

/** Node keeps the address from its first use on. A connection that was reset before has none, and limits need one. */
export function closeWithoutAddress(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy()
}

export function createServer({
  trustedProxies,
  logLevel,
  origins,
  metrics,
  deadlines = DEADLINES,
  createDeadline = () => new Deadline(Number.POSITIVE_INFINITY),
  isDraining = () => false,
  onUnlistedProxy = () => undefined,
}: ServerOptions): FastifyInstance {
  const requireHttps = (reply: FastifyReply): FastifyReply =>
    origins.own().startsWith('https:')
      ? reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
      : reply
  const correlation = createRequestCorrelation(trustedProxies)
  const app = fastify({
    logger: { level: logLevel, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_MAX_BYTES,
    genReqId: correlation.requestId,
    schemaController: NO_JSON_SCHEMAS,
    // Log lines contain the request id already.
    childLoggerFactory: logger => logger,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    requestTimeout: deadlines.requestTimeoutMs,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // A request on a connection that is still open after the listener closed is answered like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    http: transportOptions(deadlines),
    clientErrorHandler: refuseConnection,
    // A path that cannot be decoded or has a parameter that is too long. No hook has run yet.
    frameworkErrors: (error, request, reply) =>
      sendError(
        request,
        requireHttps(reply),
        new ApiError(error.code === 'FST_ERR_BAD_URL' ? 'bad_request' : 'not_found'),
      ),
  })
  app.server.on('connection', closeWithoutAddress)
  // Only JSON is accepted: a cross-site form cannot send it without a CORS preflight.
  app.removeContentTypeParser('text/plain')

  addCallScopes(app, createDeadline)
  const allowedMethods = recordAllowedMethods(app)
  /** Answers OPTIONS. Throws 'method_not_allowed' for a path that other methods accept, else 'not_found'. */
  function refuseRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const methods = allowedMethods(request.url.split('?', 1)[0] ?? '')
    // A route that found nothing to send, such as a missing file, ends here with a method that its path accepts.
    if (methods.length === 0 || methods.includes(request.method)) throw new ApiError('not_found')
    reply.header('allow', [...methods, 'OPTIONS'].join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new ApiError('method_not_allowed')
  }

  const checkProxy = createProxyCheck(onUnlistedProxy)
  app.addHook('onRequest', (request, reply, done) => {
    checkProxy(request)
    if (isTracing()) startCallSpan(request, correlation.traceParent(request.raw))
    if (isDraining()) reply.header('connection', 'close')
    reply
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      // Pages and files replace it.
      .header('cache-control', 'no-store')
    requireHttps(reply)
    if (isAmbiguous(request.raw)) {
      reply.header('connection', 'close')
      void sendError(request, reply, new ApiError('bad_request'), 400)
      return
    }
    if (request.url.length > URL_MAX_LENGTH) {
      void sendError(request, reply, new ApiError('bad_request'), 414)
      return
    }
    if (API.test(request.url)) {
      reply
        .header('vary', 'Origin')
        .header('cross-origin-resource-policy', 'same-site')
        .header('referrer-policy', 'no-referrer')
      const { origin } = request.headers
      if (origin !== undefined && isAllowedOrigin(origin, origins)) {
        reply
          .header('access-control-allow-origin', origin)
          .header('access-control-expose-headers', 'retry-after, x-request-id')
        if (request.method === 'OPTIONS') {
          void reply
            .code(204)
            .header('access-control-allow-methods', 'GET, POST, PATCH')
            .header('access-control-allow-headers', ALLOWED_HEADERS)
            .header('access-control-max-age', '600')
            .send()
          return
        }
      }
    }
    // Before the body is read: its type and size are no matter of an unknown call.
    if (request.is404) refuseRoute(request, reply)
    else done()
  })

  const unavailableLines = createLineLimit()
  const failureLines = createLineLimit()
  const exceededLimits = new WeakMap<FastifyRequest, string>()
  const aborted = new WeakSet<FastifyRequest>()
  const logsReads = ['debug', 'trace'].includes(logLevel)
  app.addHook('onResponse', (request, reply, done) => {
    if (hasUnreadBody(request.raw)) request.raw.socket.destroySoon()
    const route = request.routeOptions.url ?? 'none'
    const { statusCode, elapsedTime } = reply
    metrics.observeRequest(route, request.method, statusCode, elapsedTime / 1_000)
    endCallSpan(request, statusCode)
    if (aborted.has(request) || (statusCode < 400 && request.method === 'GET' && !logsReads)) {
      done()
      return
    }
    const leftOut = statusCode === 503 ? unavailableLines() : 0
    if (leftOut === undefined) {
      done()
      return
    }
    const limit = exceededLimits.get(request)
    const traceId = request.span?.spanContext().traceId ?? correlation.traceParent(request.raw)?.traceId
    // The route, never the URL: a query string may contain a secret (S-120).
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status: statusCode,
      ms: Math.round(elapsedTime),
      ...(traceId !== undefined && { traceId }),
      ...(leftOut > 0 && { leftOut }),
      // The network and the kind of limit, never the person.
      ...(limit !== undefined && { limit, network: auditNetwork(request.ip) }),
    }
    if (statusCode >= 500) app.log.warn(line, 'request completed')
    else if ((request.method !== 'GET' || statusCode >= 400) && !request.routeOptions.config.quiet)
      app.log.info(line, 'request completed')
    else app.log.debug(line, 'request completed')
    done()
  })

  app.setErrorHandler((error, request, reply) => {
    if (isClientAbort(request.raw, error)) {
      metrics.countEvent('client_abort', 'request')
      aborted.add(request)
      const { url: route } = request.routeOptions
      app.log.info({ requestId: request.id, method: request.method, route }, 'client closed the connection')
      return sendError(request, reply, new ApiError('bad_request'))
    }
    const { apiError, status, unexpected } = toApiError(error)
    metrics.countEvent('refusal', String(apiError.code))
    request.span?.setAttribute('kerf.error.code', apiError.code)
    if (apiError.limit !== undefined) exceededLimits.set(request, apiError.limit)
    // An outage fails every request in the same way.
    const leftOut = unexpected ? (isOutage(error) ? failureLines() : 0) : undefined
    if (leftOut !== undefined)
      app.log.error(
        { requestId: request.id, ...errorLogFields(error), ...(leftOut > 0 && { leftOut }) },
        'request failed',
      )
    return sendError(request, reply, apiError, status)
  })

  app.setNotFoundHandler(refuseRoute)
  return app
}

/** A refusal that is opened as a document loads nothing and is shown in no frame. */
const REFUSAL_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** Sends an error response. */
function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  status?: number,
): FastifyReply {
  const { forDevelopers } = request.routeOptions.config
  const answer = errorResponse(error, languageOf(request), request.id, { status, forDevelopers })
  if (hasUnreadBody(request.raw)) reply.header('connection', 'close')
  return reply
    .code(answer.status)
    .headers({
      ...answer.headers,
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...REFUSAL_HEADERS,
    })
    .type('application/json; charset=utf-8')
    .send(answer.body)
}
