/** The HTTP server: transport limits, request ids, log lines, errors, CORS. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { Deadline } from '../platform/concurrency/call-scope.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { isTracing } from '../platform/tracing/tracing.ts'
import { recordAllowedMethods } from './allowed-methods.ts'
import { addCallScopes, startCallSpan } from './call-scopes.ts'
import {
  DEADLINES,
  type Deadlines,
  guardConnection,
  isAmbiguous,
  refuseConnection,
} from './connection-guard.ts'
import { answersPreflight } from './cors.ts'
import { sendError } from './error-response.ts'
import { jsonLog } from './json-log.ts'
import type { OriginRule } from './request/origins.ts'
import { createRequestCorrelation } from './request/request-correlation.ts'
import { createProxyCheck } from './request/unlisted-proxy.ts'
import { logResponses } from './response-log.ts'

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
    logger: jsonLog(logLevel),
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
  app.server.on('connection', guardConnection(deadlines))
  // Only JSON is accepted: a cross-site form cannot send it without a CORS preflight.
  app.removeContentTypeParser('text/plain')

  addCallScopes(app, createDeadline)
  const allowedMethods = recordAllowedMethods(app)
  /** Answers OPTIONS. Throws `method_not_allowed` for a path that other methods accept, else `not_found`. */
  function refuseRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const methods = allowedMethods(request.url.split('?', 1)[0] ?? '')
    // A route that found nothing to send, such as a missing file, ends here with a method that its path accepts.
    if (methods.length === 0 || methods.includes(request.method)) throw new ApiError('not_found')
    reply.header('allow', [...new Set([...methods, 'OPTIONS'])].join(', '))
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
    if (API.test(request.url) && answersPreflight(request, reply, origins)) return
    // Before the body is read: its type and size are no matter of an unknown call.
    if (request.is404) refuseRoute(request, reply)
    else done()
  })

  logResponses(app, { metrics, correlation, logsReads: ['debug', 'trace'].includes(logLevel) })
  app.setNotFoundHandler(refuseRoute)
  return app
}
