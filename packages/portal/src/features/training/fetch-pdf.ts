/** The certificate's file. The token goes in its header, which no link can carry. */
import { CallError, headersOf } from '@kerf/contract/client'
import { getPrizePDF, type PrizeCourse } from '@kerf/contract/endpoints/training'
import { isEnvelope } from '@kerf/contract/envelope'
import { CLIENT_NETWORK, CLIENT_OFFLINE, TOKEN_EXPIRED } from '@kerf/contract/errors'
import { REQUEST_TIMEOUT } from '@kerf/contract/limits'
import { pageContext } from '../../lib/call.ts'
import { tellExpired } from '../../lib/expiry.ts'
import { currentToken } from '../../lib/token.ts'

/** Rejects with a CallError. */
export async function fetchPdf(course: PrizeCourse): Promise<Blob> {
  if (!navigator.onLine) throw new CallError(CLIENT_OFFLINE)
  const token = currentToken()
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT)
  let answer: unknown
  try {
    const response = await fetch(`${getPrizePDF.path}?course=${course}`, {
      headers: headersOf(pageContext, getPrizePDF),
      signal,
    })
    if (response.headers.get('content-type') === getPrizePDF.produces) return await response.blob()
    answer = await response.json()
  } catch {
    throw new CallError(CLIENT_NETWORK, { reason: signal.aborted ? 'timeout' : 'network' })
  }
  if (!isEnvelope(answer)) throw new CallError(CLIENT_NETWORK, { reason: 'network' })
  if (answer.code === TOKEN_EXPIRED && token && token === currentToken()) tellExpired()
  throw new CallError(answer.code, { data: answer.data, requestId: answer.requestId })
}
