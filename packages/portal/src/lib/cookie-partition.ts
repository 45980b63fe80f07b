/** Detects whether the browser blocks our cookies inside a host's frame, by the server's probe (S-060). */
import { callCookieEndpoint } from '@kerf/contract/cookie-sync-client'
import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import { cookieState } from './bridge/cookie-state.ts'

const PROBE_TIMEOUT_MS = 3_000

let blocked = false
let detection: Promise<void> | undefined

/** Whether calls must ask for cookies that are partitioned by the embedding page. */
export const needsPartitionedCookies = (): boolean => blocked

/** Runs once per page view. Resolves at once for a page that is not in a frame; never rejects. */
export function detectBlockedCookies(): Promise<void> {
  detection ??= window.top === window.self ? Promise.resolve() : detect()
  return detection
}

async function detect(): Promise<void> {
  const probe = () =>
    callCookieEndpoint(location.origin, probeCookies, undefined, AbortSignal.timeout(PROBE_TIMEOUT_MS))
  try {
    await probe()
    blocked = !(await probe()).seen
    cookieState.set(blocked ? 'blocked' : 'allowed')
  } catch {
    // Unknown: cookies are requested as usual. If the browser drops them, the token stays in memory.
  }
}
