/**
 * Rate limits on guessing passwords (S-010, P-05). Per account: ten failures in 15 minutes, 25 in two hours, and a
 * hundred in a row until a success or a password reset. A browser that the owner has signed in from is counted on its own, so
 * that a stranger's failures cannot lock the owner out. IP addresses have a limit of their own.
 */
import type { Caller } from '../../platform/http/caller.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import type { Attempt, LimitCount, RateLimit, RateLimiter } from '../../platform/limits/rate-limiter.ts'

const FAILURE_WINDOWS = [
  { name: 'short', limit: 10, seconds: 900 },
  { name: 'long', limit: 25, seconds: 7200 },
]
const FAILURES_IN_A_ROW = { limit: 100, seconds: Number.POSITIVE_INFINITY }
const FAILURES_PER_ADDRESS = { limit: 100, seconds: 900 }

/** The rate limits of one sign-in, created before it is known whether the browser is a known one. */
export interface SignInRateLimits {
  /**
   * Reads the counters of both cases, while the account is read. Throws `too_many_requests` if this process knows that a
   * counter of both cases is over its limit.
   */
  read(limiter: RateLimiter): Promise<readonly LimitCount[] | null>
  /**
   * Starts the attempt and counts it, so that parallel attempts cannot exceed the limit. Throws `too_many_requests`.
   * `isKnownBrowser`: the account was signed in to from this browser before. `counted`: the result of `read`.
   */
  start(
    limiter: RateLimiter,
    isKnownBrowser: boolean,
    counted?: readonly LimitCount[] | null,
  ): Promise<Attempt>
}

/** `name`: what identifies the account, such as `email a@example.com`, `account ID` or `uid …`. Stored as a keyed hash. */
export function createSignInRateLimits(key: Buffer, name: string, caller: Caller): SignInRateLimits {
  const limitsOf = (browser: string): { windows: RateLimit[]; row: RateLimit } => {
    const counter = counterName(key, name, browser)
    return {
      windows: FAILURE_WINDOWS.map(({ name, ...window }) => ({ key: `fail-${name}:${counter}`, ...window })),
      row: { key: `fail-row:${counter}`, ...FAILURES_IN_A_ROW },
    }
  }
  const unknown = limitsOf('unknown')
  const known = caller.browserHash && limitsOf(caller.browserHash.toString('base64url'))
  const address: RateLimit = { key: `fail-address:${caller.limitKey}`, ...FAILURES_PER_ADDRESS }
  const ofUnknown = [...unknown.windows, unknown.row, address]
  return {
    read(limiter) {
      const both = known ? [...ofUnknown, ...known.windows, known.row] : ofUnknown
      return limiter.readCounts(both, known ? [address] : ofUnknown)
    },
    start(limiter, isKnownBrowser, counted) {
      const { windows, row } = (isKnownBrowser && known) || unknown
      return limiter.startAttempt([...windows, address], row, counted)
    },
  }
}

const counterName = (key: Buffer, name: string, browser: string): string =>
  keyedHash(key, 'sign-in', name, browser).toString('base64url')

/** The counters that a password reset clears: those of unknown browsers, and of the browser that it is made in. */
export function signInFailureKeys(key: Buffer, names: readonly string[], { browserHash }: Caller): string[] {
  const browsers = ['unknown', ...(browserHash ? [browserHash.toString('base64url')] : [])]
  return names.flatMap(name =>
    browsers.flatMap(browser => {
      const counter = counterName(key, name, browser)
      return [...FAILURE_WINDOWS.map(window => `fail-${window.name}:${counter}`), `fail-row:${counter}`]
    }),
  )
}
