/** Answers: the envelope, and what becomes of an error on its way out. Private detail stops here (S-124). */
import { CATALOGUE } from '@kerf/contract/errors'
import type { Language } from '@kerf/contract/language'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import { Busy } from '../concurrency/semaphore.ts'
import { isOutage } from '../db/database.ts'
import { Fault } from '../errors/api-error.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function success(data: unknown, requestId: string): string {
  return `{"code":0,"data":${JSON.stringify(data)},"msg":"","requestId":"${requestId}"}`
}

export function refusal(fault: Fault, lang: Language, requestId: string, status?: number): Answer {
  const { code, fields, retryAfter } = fault
  const entry = CATALOGUE[code]
  const data = fields ? { fields } : {}
  const msg = ERROR_TEXTS[entry.key]({}, { locale: lang })
  return {
    status: status ?? entry.status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) },
    body: JSON.stringify({ code, data, msg, requestId }),
  }
}

interface Transport {
  readonly statusCode?: number
  readonly code?: string
}

/**
 * The Fault an error is told as, with the HTTP status where the catalogue's does not fit, and whether it surprised us.
 * A fault of the database is 503: the caller keeps its token (S-050).
 */
export function asFault(error: unknown): { fault: Fault; status?: number; unexpected: boolean } {
  if (error instanceof Fault) return { fault: error, unexpected: false }
  if (error instanceof Busy) return { fault: new Fault(20901, { retryAfter: 2 }), unexpected: false }
  if (isOutage(error)) return { fault: new Fault(20901, { retryAfter: 2 }), unexpected: true }
  const { statusCode, code } = error as Transport
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500 && code?.startsWith('FST_'))
    return { fault: new Fault(20001), status: statusCode, unexpected: false }
  return { fault: new Fault(20901), status: 500, unexpected: true }
}
