/** Whether the browser stores our cookies inside the host. The state selects texts only; nothing depends on it (S-060). */
import { callCookieEndpoint } from '@kerf/contract/cookie-sync-client'
import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import { REQUEST_TIMEOUT_MS } from '@kerf/contract/limits'
import { createStore } from '../store.ts'
import { postToHost } from './host.ts'

export type CookieState = 'unknown' | 'allowed' | 'blocked'

export const cookieState = createStore<CookieState>('unknown')

/** The state that the host reported. It takes precedence over our own detection. */
export const setHostCookieState = (state: Exclude<CookieState, 'unknown'>): void => cookieState.set(state)

/** The first probe sets a cookie and the second one sees it, so a first visit needs two. Never rejects. */
export async function detectCookieState(): Promise<void> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const probe = () => callCookieEndpoint(location.origin, probeCookies, undefined, signal)
  const seen = await probe()
    .then(async first => first.seen || (await probe()).seen)
    .catch(() => undefined)
  if (seen === undefined) return
  const state = seen ? 'allowed' : 'blocked'
  postToHost({ type: 'cookies', state })
  if (cookieState.get() === 'unknown') cookieState.set(state)
}
