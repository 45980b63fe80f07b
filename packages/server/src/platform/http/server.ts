/** The HTTP server itself: limits of the transport, request ids, log lines, errors, CORS. Knows no call. */
import { randomBytes } from 'node:crypto'
import { HEADPIC_TYPES } from '@kerf/contract/endpoints/profile'
import {
  APP_HEADERS,
  COOKIE_PARTITIONED_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  TOKEN_HEADER,
} from '@kerf/contract/headers'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { errorResponse, toApiError } from './envelope.ts'
import { isAllowedOrigin, type OriginRule } from './origins.ts'
import { languageOf } from './request-reader.ts'

export interface ServerOptions {
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  readonly origins: OriginRule
  readonly metrics: Pick<Metrics, 'observeRequest' | 'countEvent'>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** answers so often that a line for each would drown the others */
    quiet?: boolean
  }
}

const BODY_MAX = 64 * 1024
const URL_MAX = 8 * 1024
const HEADERS_MAX = 16 * 1024
const API = /^\/(?:v1|v2|message|oauth)\//

const ALLOWED_HEADERS = [
  'content-type',
  TOKEN_HEADER,
  LANGUAGE_HEADER,
  ...Object.values(APP_HEADERS),
  IDEMPOTENCY_HEADER,
  COOKIE_SAME_SITE_HEADER,
  COOKIE_SECURE_HEADER,
  COOKIE_PARTITIONED_HEADER,
].join(', ')

/** Ids of one process share a random beginning, so that they are unique over all without a random read each. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

export function createServer({ trustedProxies, logLevel, origins, metrics }: ServerOptions): FastifyInstance {
  const app = fastify({
    logger: { level: logLevel, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_MAX,
    genReqId: requestIds(),
    // Lines name their request themselves.
    childLoggerFactory: logger => logger,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // A picture of 5 MB over a slow line takes its time; headers do not.
    requestTimeout: 60_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 256 },
    http: { maxHeaderSize: HEADERS_MAX },
    // A path that cannot be decoded, or a part of it too long for any of ours: no hook has run yet.
    frameworkErrors: (error, request, reply) =>
      refuse(request, reply, new ApiError('bad_request'), error.code === 'FST_ERR_BAD_URL' ? 400 : 404),
  })
  // Only JSON is read; a form of another site cannot speak it without asking first.
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser([...HEADPIC_TYPES], { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    if (origins.own().startsWith('https:'))
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (request.url.length > URL_MAX) {
      void refuse(request, reply, new ApiError('bad_request'), 414)
      return
    }
    if (API.test(request.url)) {
      reply.header('vary', 'Origin').header('cross-origin-resource-policy', 'same-site')
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
    done()
  })

  const logsReading = ['debug', 'trace'].includes(logLevel)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { statusCode, elapsedTime } = reply
    metrics.observeRequest(route, request.method, statusCode, elapsedTime / 1_000)
    if (statusCode < 400 && request.method === 'GET' && !logsReading) {
      done()
      return
    }
    // The route, never the address: a query may hold a secret (S-120).
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status: statusCode,
      ms: Math.round(elapsedTime),
    }
    if (statusCode >= 500) app.log.warn(line, 'answered')
    else if ((request.method !== 'GET' || statusCode >= 400) && !request.routeOptions.config.quiet)
      app.log.info(line, 'answered')
    else app.log.debug(line, 'answered')
    done()
  })

  app.setErrorHandler((error, request, reply) => {
    const { fault, status, unexpected } = toApiError(error)
    metrics.countEvent('refusal', String(fault.code))
    if (unexpected) logFault(app.log, error, request.id)
    return refuse(request, reply, fault, status)
  })

  app.setNotFoundHandler((request, reply) => refuse(request, reply, new ApiError('bad_request'), 404))
  return app
}

/** Answers with a fault, with all that every answer carries. */
function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: ApiError,
  status?: number,
): FastifyReply {
  const answer = errorResponse(fault, languageOf(request), request.id, status)
  return reply
    .code(answer.status)
    .headers({
      ...answer.headers,
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .type('application/json; charset=utf-8')
    .send(answer.body)
}

/** Name, code and stack; not the message, in which a driver may quote a value. */
function logFault(log: FastifyBaseLogger, error: unknown, requestId: string): void {
  const { name, code, stack } = error as { name?: string; code?: string; stack?: string }
  const frames = stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 8)
  log.error({ requestId, fault: name, code, frames }, 'a call failed')
}
