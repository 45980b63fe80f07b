/**
 * Whether the browser stores our cookies inside a host. Two questions with two sources: where the token is kept is decided by
 * our own probe alone; which way of signing in is offered follows the host where it has reported a state. A host that reports
 * a wrong state can therefore not move the token to a weaker place (S-060, T-28).
 */
import { callCookieEndpoint } from '@kerf/contract/client/cookie-sync-client'
import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import { createStore } from '../store.ts'

export type CookieState = 'unknown' | 'allowed' | 'blocked'

const PROBE_TIMEOUT_MS = 3_000

let probed: CookieState = 'unknown'
let hasHostState = false
let detection: Promise<CookieState> | undefined

const isFramed = (): boolean => window.top !== window.self

/** Decides which way of signing in is offered. Nothing that protects the token may depend on it. */
export const cookieState = createStore<CookieState>('unknown')

/** The state that the host reported. It takes precedence over the probe. */
export function setHostCookieState(state: Exclude<CookieState, 'unknown'>): void {
  hasHostState = true
  cookieState.set(state)
}

/** Whether calls must ask for cookies that are partitioned by the embedding page. */
export const needsPartitionedCookies = (): boolean => isFramed() && probed === 'blocked'

/** Probes once per page view. Never rejects; `unknown` if the server did not answer. */
export function detectCookieState(): Promise<CookieState> {
  detection ??= probe()
  return detection
}

/** Resolves when `needsPartitionedCookies` is known: at once for a page that is not in a frame. */
export async function detectBlockedCookies(): Promise<void> {
  if (isFramed()) await detectCookieState()
}

/** The first request sets a cookie and the second one sees it, so a first visit needs two. */
async function probe(): Promise<CookieState> {
  const isSeen = async () =>
    (
      await callCookieEndpoint(
        location.origin,
        probeCookies,
        undefined,
        AbortSignal.timeout(PROBE_TIMEOUT_MS),
      )
    ).seen
  try {
    probed = (await isSeen()) || (await isSeen()) ? 'allowed' : 'blocked'
    if (!hasHostState) cookieState.set(probed)
  } catch {
    // Unknown: cookies are requested as usual. If the browser drops them, the token stays in memory.
  }
  return probed
}
