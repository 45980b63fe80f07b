/** Downloads a file that a call returns. It needs `fetch`, because a link cannot send the token header. */
import { ApiError, requestHeaders } from '@kerf/contract/client/client'
import type { Endpoint } from '@kerf/contract/endpoint'
import { isEnvelope } from '@kerf/contract/envelope'
import { errorNameOfCode } from '@kerf/contract/errors'
import { REQUEST_TIMEOUT_MS } from '@kerf/contract/limits'
import { reportSessionExpired } from '../token/session-expiry.ts'
import { getCurrentToken } from '../token/token.ts'
import { clientContext } from './api-client.ts'

export interface FetchFileOptions {
  /** query string, with `?` */
  readonly search?: string
  /** of the whole file, default `REQUEST_TIMEOUT_MS` */
  readonly timeoutMs?: number
}

export interface FetchedFile {
  readonly file: Blob
  /** proposed by the server; '' if it proposes none */
  readonly name: string
}

/** Rejects with an `ApiError`, also if the connection ends within the file. */
export async function fetchFile(
  endpoint: Endpoint,
  { search = '', timeoutMs = REQUEST_TIMEOUT_MS }: FetchFileOptions = {},
): Promise<FetchedFile> {
  if (!navigator.onLine) throw new ApiError('offline')
  const token = getCurrentToken()
  const signal = AbortSignal.timeout(timeoutMs)
  let answer: unknown
  try {
    const response = await fetch(`${endpoint.path}${search}`, {
      method: endpoint.method,
      headers: {
        ...requestHeaders(clientContext, endpoint),
        ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(endpoint.method !== 'GET' && { body: '{}' }),
      signal,
    })
    if (response.headers.get('content-type') === endpoint.produces) {
      const name = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
      return { file: await response.blob(), name }
    }
    answer = await response.json()
  } catch {
    throw new ApiError('unreachable', { reason: signal.aborted ? 'timeout' : 'network' })
  }
  if (!isEnvelope(answer)) throw new ApiError('unreachable', { reason: 'network' })
  if (errorNameOfCode(answer.code) === 'expired_login' && token && token === getCurrentToken())
    reportSessionExpired()
  throw new ApiError(answer.code, { data: answer.data, requestId: answer.requestId })
}
