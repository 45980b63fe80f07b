/** Answers: the envelope, and what becomes of an error on its way out. Private detail stops here (S-124). */
import { ERRORS } from '@kerf/contract/errors'
import type { Language } from '@kerf/contract/language'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import { BusyError } from '../concurrency/limit-concurrency.ts'
import { isOutage } from '../db/database.ts'
import { ApiError } from '../errors/api-error.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function successBody(data: unknown, requestId: string): string {
  return `{"code":0,"data":${JSON.stringify(data)},"msg":"","requestId":"${requestId}"}`
}

export function errorResponse(fault: ApiError, lang: Language, requestId: string, status?: number): Answer {
  const { errorName, code, fields, retryAfter } = fault
  const data = fields ? { fields } : {}
  const msg = ERROR_TEXTS[errorName]({}, { locale: lang })
  return {
    status: status ?? ERRORS[errorName].status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) },
    body: JSON.stringify({ code, data, msg, requestId }),
  }
}

interface Transport {
  readonly statusCode?: number
  readonly code?: string
}

/**
 * The ApiError that is answered for an error, the HTTP status where the catalog's does not fit, and whether the error is
 * unexpected. A database outage is 503: the caller keeps its token (S-050).
 */
export function toApiError(error: unknown): { fault: ApiError; status?: number; unexpected: boolean } {
  if (error instanceof ApiError) return { fault: error, unexpected: false }
  if (error instanceof BusyError)
    return { fault: new ApiError('system', { retryAfter: 2 }), unexpected: false }
  if (isOutage(error)) return { fault: new ApiError('system', { retryAfter: 2 }), unexpected: true }
  const { statusCode, code } = error as Transport
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500 && code?.startsWith('FST_'))
    return { fault: new ApiError('bad_request'), status: statusCode, unexpected: false }
  return { fault: new ApiError('system'), status: 500, unexpected: true }
}
