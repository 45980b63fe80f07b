/** Inside a host's frame: whether the browser keeps our cookies there, found out by the server's probe (S-060). */
import { callCookieEndpoint } from '@kerf/contract/cookie-sync-client'
import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import { cookieState } from './bridge/cookie-state.ts'

const PROBE_TIMEOUT_MS = 3_000

let blocked = false
let checking: Promise<void> | undefined

/** Ours are to be set keyed to the page around us. */
export const needsPartitionedCookies = (): boolean => blocked

/** Once; resolves at once where there is no page around us. */
export function detectBlockedCookies(): Promise<void> {
  checking ??= window.top === window.self ? Promise.resolve() : check()
  return checking
}

async function check(): Promise<void> {
  const probe = () =>
    callCookieEndpoint(location.origin, probeCookies, undefined, AbortSignal.timeout(PROBE_TIMEOUT_MS))
  try {
    await probe()
    blocked = !(await probe()).seen
    cookieState.set(blocked ? 'blocked' : 'allowed')
  } catch {
    // Not known: cookies are set as anywhere, and what is not kept lives in memory.
  }
}
