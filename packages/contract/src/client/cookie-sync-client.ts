/** Calls the cookie endpoints of a passport host from a page, possibly cross-origin. */

import type { InputOf, OutputOf } from '../endpoint.ts'
import type { probeCookies, setCookies } from '../endpoints/cookie-sync.ts'
import { isEnvelope } from '../envelope.ts'
import { ApiError } from './client.ts'

type CookieEndpoint = typeof probeCookies | typeof setCookies

/** Sends no custom header, so that the browser makes no preflight request. Rejects with an ApiError or the error of `fetch`. */
export async function callCookieEndpoint<E extends CookieEndpoint>(
  origin: string,
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
): Promise<OutputOf<E>> {
  const url = new URL(endpoint.path, origin)
  if (input) url.search = new URLSearchParams(input as Record<string, string>).toString()
  const response = await fetch(url, { credentials: 'include', referrerPolicy: 'no-referrer', signal })
  const body: unknown = await response.json()
  if (!isEnvelope(body)) throw new ApiError('unreachable', { reason: 'network' })
  if (body.code !== 0) throw new ApiError(body.code, { status: response.status, requestId: body.requestId })
  return body.data as OutputOf<E>
}
