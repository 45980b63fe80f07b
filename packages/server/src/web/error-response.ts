/** Maps errors to error responses and sends them. Internal details do not pass (S-124). */
import { ERRORS, type ErrorName } from '@kerf/contract/errors'
import type { Language } from '@kerf/contract/language'
import { DEVELOPER_TEXTS } from '@kerf/locales/developer-texts'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BusyError } from '../platform/concurrency/limit-concurrency.ts'
import { isOutage } from '../platform/db/database.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { FileStoreFullError } from '../platform/files/file-store.ts'
import { languageOf } from './request/request-reader.ts'
import { hasUnreadBody } from './request/unread-body.ts'

export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** RFC 9110, section 11.6.1: every 401 for missing or wrong credentials names the scheme. */
const BASIC_CHALLENGE = 'Basic realm="Kerf Passport", charset="UTF-8"'

export interface ErrorResponseOptions {
  /** HTTP status, if it differs from the catalog's */
  readonly status?: number | undefined
  /** the text is for the developer of an app instead of a person at a form */
  readonly forDevelopers?: boolean | undefined
}

export function errorResponse(
  error: ApiError,
  lang: Language,
  requestId: string,
  { status, forDevelopers = false }: ErrorResponseOptions = {},
): ErrorResponse {
  const { errorName, code, fields, retryAfter } = error
  const data = { ...error.data, ...(fields && { fields }) }
  const text = error.text ?? ((forDevelopers && DEVELOPER_TEXTS[errorName]) || ERROR_TEXTS[errorName])
  const msg = text({}, { locale: lang })
  return {
    status: status ?? ERRORS[errorName].status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...(errorName === 'invalid_client' && { 'www-authenticate': BASIC_CHALLENGE }),
    },
    body: JSON.stringify({ code, data, msg, requestId }),
  }
}

/** Names of errors in Fastify's own words. */
const TRANSPORT_ERRORS: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
}

interface TransportError {
  readonly statusCode?: number
  readonly code?: string
}

/**
 * The ApiError to respond with, the HTTP status if it differs from the catalog's, and whether the error is unexpected. A
 * database outage is 503, so that clients keep their token (S-050).
 */
export function toApiError(error: unknown): { apiError: ApiError; status?: number; unexpected: boolean } {
  if (error instanceof ApiError) return { apiError: error, unexpected: false }
  if (error instanceof BusyError)
    return { apiError: new ApiError('system', { retryAfter: 2 }), unexpected: false }
  // A disk is not freed within seconds.
  if (error instanceof FileStoreFullError)
    return { apiError: new ApiError('system', { retryAfter: 60 }), unexpected: true }
  if (isOutage(error)) return { apiError: new ApiError('system', { retryAfter: 2 }), unexpected: true }
  const { statusCode, code } = error as TransportError
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500 && code?.startsWith('FST_'))
    return {
      apiError: new ApiError(TRANSPORT_ERRORS[code] ?? 'bad_request'),
      status: statusCode,
      unexpected: false,
    }
  return { apiError: new ApiError('system'), status: 500, unexpected: true }
}

/** A refusal that is opened as a document loads nothing and is shown in no frame. */
const REFUSAL_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** Answers with an error: its envelope, with `retry-after` where the caller may try again. */
export function sendError(
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
