/**
 * Brakes on guessing (S-010, P-05): ten failures in fifteen minutes an account, then 25 in two hours, a hundred in a
 * row at the most until a success or a recovery; a browser its owner has signed in from before counts by itself,
 * so a stranger's tries cannot lock the owner out. Addresses have a limit of their own.
 */
import type { Caller } from '../../platform/http/caller.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import type { Attempt, Counted, Limiter, Take } from '../../platform/limits/limiter.ts'

const FAILURES = [
  { name: 'short', limit: 10, seconds: 900 },
  { name: 'long', limit: 25, seconds: 7200 },
]
const IN_A_ROW = { limit: 100, seconds: Number.POSITIVE_INFINITY }
const PER_ADDRESS = { limit: 100, seconds: 900 }

/** The brakes of one attempt, before it is known whether its browser is. */
export interface SignInRateLimits {
  /** What counts in either case, to be asked while the account is. Throws 20429 where a process knows it without asking. */
  look(limiter: Limiter): Promise<readonly Counted[] | null>
  /**
   * Begins the attempt; throws 20429. It is counted so that parallel ones cannot slip through, whatever becomes of it.
   * `isKnownDevice`: the account was signed in to from this browser before. `seen`: what `look` has just found.
   */
  begin(limiter: Limiter, isKnownDevice: boolean, seen?: readonly Counted[] | null): Promise<Attempt>
}

export function signInRateLimits(key: Buffer, identifier: string, caller: Caller): SignInRateLimits {
  const brakesFrom = (device: string): { windows: Take[]; row: Take } => {
    const who = nameOf(key, identifier, device)
    return {
      windows: FAILURES.map(({ name, ...window }) => ({ key: `fail-${name}:${who}`, ...window })),
      row: { key: `fail-row:${who}`, ...IN_A_ROW },
    }
  }
  const unknown = brakesFrom('unknown')
  const known = caller.browserHash && brakesFrom(caller.browserHash.toString('base64url'))
  const address: Take = { key: `fail-address:${caller.limitKey}`, ...PER_ADDRESS }
  const ofUnknown = [...unknown.windows, unknown.row, address]
  return {
    look(limiter) {
      const either = known ? [...ofUnknown, ...known.windows, known.row] : ofUnknown
      return limiter.look(either, known ? [address] : ofUnknown)
    },
    begin(limiter, isKnownDevice, seen) {
      const { windows, row } = (isKnownDevice && known) || unknown
      return limiter.attempt([...windows, address], row, seen)
    },
  }
}

const nameOf = (key: Buffer, identifier: string, device: string): string =>
  keyedHash(key, 'sign-in', identifier, device).toString('base64url')

/** What a recovery forgives: every count of the account from unknown devices, and from the one it was made on. */
export function signInFailureKeys(
  key: Buffer,
  identifiers: readonly string[],
  { browserHash }: Caller,
): string[] {
  const devices = ['unknown', ...(browserHash ? [browserHash.toString('base64url')] : [])]
  return identifiers.flatMap(identifier =>
    devices.flatMap(device => {
      const who = nameOf(key, identifier, device)
      return [...FAILURES.map(({ name }) => `fail-${name}:${who}`), `fail-row:${who}`]
    }),
  )
}
