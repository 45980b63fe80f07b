/** Downloads the certificate's PDF. It needs `fetch`, because a link cannot send the token header. */
import { ApiError, requestHeaders } from '@kerf/contract/client'
import { type CertificateCourse, getCertificatePdf } from '@kerf/contract/endpoints/training'
import { isEnvelope } from '@kerf/contract/envelope'
import { errorNameOfCode } from '@kerf/contract/errors'
import { REQUEST_TIMEOUT_MS } from '@kerf/contract/limits'
import { clientContext } from '../../lib/api-client.ts'
import { reportSessionExpired } from '../../lib/session-expiry.ts'
import { getCurrentToken } from '../../lib/token.ts'

/** Rejects with an `ApiError`. */
export async function fetchPdf(course: CertificateCourse): Promise<Blob> {
  if (!navigator.onLine) throw new ApiError('offline')
  const token = getCurrentToken()
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  let answer: unknown
  try {
    const response = await fetch(`${getCertificatePdf.path}?course=${course}`, {
      headers: requestHeaders(clientContext, getCertificatePdf),
      signal,
    })
    if (response.headers.get('content-type') === getCertificatePdf.produces) return await response.blob()
    answer = await response.json()
  } catch {
    throw new ApiError('unreachable', { reason: signal.aborted ? 'timeout' : 'network' })
  }
  if (!isEnvelope(answer)) throw new ApiError('unreachable', { reason: 'network' })
  if (errorNameOfCode(answer.code) === 'expired_login' && token && token === getCurrentToken())
    reportSessionExpired()
  throw new ApiError(answer.code, { data: answer.data, requestId: answer.requestId })
}
