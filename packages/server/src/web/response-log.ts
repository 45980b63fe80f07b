/** Metrics, the log line and the error response of each request. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BusyError } from '../platform/concurrency/limit-concurrency.ts'
import { isOutage } from '../platform/db/database.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { errorLogFields } from '../platform/errors/log-fields.ts'
import { FileStoreFullError } from '../platform/files/file-store.ts'
import { auditNetwork } from '../platform/limits/ip-address.ts'
import { createLineLimit } from '../platform/limits/line-limit.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { endCallSpan } from './call-scopes.ts'
import { isClientAbort } from './connection-guard.ts'
import { sendError, toApiError } from './error-response.ts'
import type { createRequestCorrelation } from './request/request-correlation.ts'
import { hasUnreadBody } from './request/unread-body.ts'

interface ResponseLogOptions {
  readonly metrics: Pick<Metrics, 'observeRequest' | 'countEvent'>
  readonly correlation: ReturnType<typeof createRequestCorrelation>
  /** also successful reads, which are frequent */
  readonly logsReads: boolean
}

export function logResponses(
  app: FastifyInstance,
  { metrics, correlation, logsReads }: ResponseLogOptions,
): void {
  const unavailableLines = createLineLimit()
  const failureLines = createLineLimit()
  const exceededLimits = new WeakMap<FastifyRequest, string>()
  const errorCodes = new WeakMap<FastifyRequest, number>()
  const busyReasons = new WeakMap<FastifyRequest, string>()
  const aborted = new WeakSet<FastifyRequest>()
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
    const code = errorCodes.get(request)
    const reason = busyReasons.get(request)
    const traceId = request.span?.spanContext().traceId ?? correlation.traceParent(request.raw)?.traceId
    // The route, never the URL: a query string may contain a secret (S-120).
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status: statusCode,
      ...(code !== undefined && { code }),
      ...(reason !== undefined && { reason }),
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
    errorCodes.set(request, apiError.code)
    if (error instanceof BusyError) busyReasons.set(request, error.message)
    if (apiError.limit !== undefined) exceededLimits.set(request, apiError.limit)
    // An outage fails every request in the same way.
    const leftOut = unexpected ? (isOutage(error) ? failureLines() : 0) : undefined
    if (leftOut !== undefined)
      app.log.error(
        { requestId: request.id, ...errorLogFields(error), ...(leftOut > 0 && { leftOut }) },
        error instanceof FileStoreFullError ? `request failed: ${error.message}` : 'request failed',
      )
    return sendError(request, reply, apiError, status)
  })
}
