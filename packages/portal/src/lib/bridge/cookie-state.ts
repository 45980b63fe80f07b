/** Whether this page may keep cookies inside its host, by the host's word or our own check. It chooses words only (S-060). */
import { createStore } from '../store.ts'
import { postToHost } from './host.ts'

export type CookieState = 'unknown' | 'allowed' | 'blocked'

export const cookieState = createStore<CookieState>('unknown')

/** The host's word goes before what we find out. */
export const setHostCookieState = (state: Exclude<CookieState, 'unknown'>): void => cookieState.set(state)

/** The server sets a cookie and says whether it has seen it: a first visit has to ask twice. */
export async function probeCookies(): Promise<void> {
  const look = async (): Promise<boolean> => {
    const response = await fetch('/v1/cookie/probe', { credentials: 'same-origin', cache: 'no-store' })
    return (await response.json()).data.seen === true
  }
  const seen = await look()
    .then(first => first || look())
    .catch(() => undefined)
  // Without the network nothing was found out.
  if (seen === undefined) return
  const state = seen ? 'allowed' : 'blocked'
  postToHost({ type: 'cookies', state })
  if (cookieState.get() === 'unknown') cookieState.set(state)
}
