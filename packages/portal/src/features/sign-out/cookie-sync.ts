/**
 * Sends a sign-in or sign-out to the sibling hosts, which have their own cookies (R-16, S-042). Uses fetch where the
 * browser sends the sibling's cookies from this page; otherwise redirects over all remaining siblings and back.
 */
import { callCookieEndpoint } from '@kerf/contract/client/cookie-sync-client'
import { ADD_COOKIES_PATH, probeCookies, setCookies } from '@kerf/contract/endpoints/cookie-sync'
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { isEmbedded } from '@kerf/contract/portal-url'
import { callApi } from '../../lib/api/api-client.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { clearCookieSyncMarker } from '../../lib/session/cookie-sync-marker.ts'
import { getCurrentToken } from '../../lib/token/token.ts'

const REQUEST_TIMEOUT_MS = 3_000

/**
 * `accepts-cookies`: fetch works, and `domain` is the domain of the sibling's cookies. `blocks-cookies`: only a redirect
 * works. `unreachable`: no answer.
 */
type SiblingState =
  | { readonly kind: 'accepts-cookies'; readonly domain: string }
  | { readonly kind: 'blocks-cookies' | 'unreachable' }

/**
 * Never rejects, and takes at most a few seconds. Where a redirect is needed, the page is left for `returnUrl` by way of
 * the siblings, and the promise stays pending.
 */
export async function syncCookies(returnUrl: string): Promise<void> {
  clearCookieSyncMarker()
  const { url, data } = getPageContext()
  if (isEmbedded(url) || window.top !== window.self) return
  const states = await Promise.all(data.sisters.map(probeSibling))
  const cookieOptions = {
    ...(url.sameSite && { sameSite: url.sameSite }),
    ...(url.insecure && { secure: '0' }),
  }
  const done = await Promise.all(
    states.map((state, index) => syncSibling(data.sisters[index] ?? '', state, cookieOptions)),
  )
  if (!done.includes(false)) return
  const skip = done.flatMap((isDone, index) => (isDone ? [index] : []))
  const query = new URLSearchParams({ target: returnUrl, skip: skip.join(), ...cookieOptions })
  location.replace(`${ADD_COOKIES_PATH}?${query}`)
  return new Promise(() => {})
}

/** The first request sets a cookie; the second says whether the browser sent it back. */
async function probeSibling(origin: string): Promise<SiblingState> {
  if (origin === location.origin) return { kind: 'unreachable' }
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const probe = () => callCookieEndpoint(origin, probeCookies, undefined, signal)
  try {
    await probe()
    const { seen, domain } = await probe()
    return seen ? { kind: 'accepts-cookies', domain } : { kind: 'blocks-cookies' }
  } catch {
    return { kind: 'unreachable' }
  }
}

/** Returns false where a redirect is needed. Unreachable siblings are skipped. */
async function syncSibling(
  origin: string,
  state: SiblingState,
  cookieOptions: { sameSite?: string; secure?: string },
): Promise<boolean> {
  if (state.kind !== 'accepts-cookies') return state.kind === 'unreachable'
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const utoken = await createSyncTicket(origin, signal)
    await callCookieEndpoint(origin, setCookies, { utoken, domain: state.domain, ...cookieOptions }, signal)
    return true
  } catch {
    return false
  }
}

/** Empty when signed out: the sibling then clears its cookie. */
async function createSyncTicket(target: string, signal: AbortSignal): Promise<string> {
  if (getCurrentToken() === undefined) return ''
  return (await callApi(createTicket, { purpose: 'sync', target }, { signal })).ticket
}
