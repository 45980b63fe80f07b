/** Whether this page may keep cookies inside its host, by the host's word or our own check. It chooses words only (S-060). */
import { callCookieEndpoint } from '@kerf/contract/cookie-sync-client'
import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import { REQUEST_TIMEOUT_MS } from '@kerf/contract/limits'
import { createStore } from '../store.ts'
import { postToHost } from './host.ts'

export type CookieState = 'unknown' | 'allowed' | 'blocked'

export const cookieState = createStore<CookieState>('unknown')

/** The host's word goes before what we find out. */
export const setHostCookieState = (state: Exclude<CookieState, 'unknown'>): void => cookieState.set(state)

/** The server sets a cookie and says whether it has seen it: a first visit has to ask twice. */
export async function detectCookieState(): Promise<void> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const probe = () => callCookieEndpoint(location.origin, probeCookies, undefined, signal)
  const seen = await probe()
    .then(async first => first.seen || (await probe()).seen)
    .catch(() => undefined)
  // Without the network nothing was found out.
  if (seen === undefined) return
  const state = seen ? 'allowed' : 'blocked'
  postToHost({ type: 'cookies', state })
  if (cookieState.get() === 'unknown') cookieState.set(state)
}
