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
  const lost = () => new CallError(CLIENT_NETWORK, { reason: 'network' })
  const response = await fetch(`${getPrizePDF.path}?course=${course}`, {
    headers: headersOf(pageContext, getPrizePDF),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  }).catch(() => {
    throw lost()
  })
  if (response.headers.get('content-type') === getPrizePDF.produces) return response.blob()
  const answer: unknown = await response.json().catch(() => undefined)
  if (!isEnvelope(answer)) throw lost()
  if (answer.code === TOKEN_EXPIRED && token && token === currentToken()) tellExpired()
  throw new CallError(answer.code, { data: answer.data, requestId: answer.requestId })
}
