/**
 * Brakes on guessing (S-010, P-05): ten failures in fifteen minutes an account, then 25 in two hours, a hundred in a
 * row at the most until a success or a recovery; a browser its owner has signed in from before counts by itself,
 * so a stranger's tries cannot lock the owner out. Addresses have a limit of their own.
 */
import type { Caller } from '../lib/caller.ts'
import { keyedHash } from '../lib/secrets.ts'
import type { Attempt, Limiter, Take } from '../limits/limiter.ts'

const FAILURES = [
  { name: 'short', limit: 10, seconds: 900 },
  { name: 'long', limit: 25, seconds: 7200 },
]
const IN_A_ROW = { limit: 100, seconds: Number.POSITIVE_INFINITY }
const PER_ADDRESS = { limit: 100, seconds: 900 }

/**
 * Begins an attempt; throws 20429. It is counted so that parallel ones cannot slip through, whatever becomes of it.
 * `isKnownDevice`: the account was signed in to from this browser before.
 */
export function beginAttempt(
  limiter: Limiter,
  key: Buffer,
  identifier: string,
  caller: Caller,
  isKnownDevice: boolean,
): Promise<Attempt> {
  const device = isKnownDevice ? (caller.deviceHash?.toString('base64url') ?? '') : 'unknown'
  const who = keyedHash(key, 'sign-in', identifier, device).toString('base64url')
  const windows: Take[] = FAILURES.map(({ name, ...window }) => ({ key: `fail-${name}:${who}`, ...window }))
  const row: Take = { key: `fail-row:${who}`, ...IN_A_ROW }
  const address: Take = { key: `fail-address:${caller.limitKey}`, ...PER_ADDRESS }
  return limiter.attempt([...windows, address], row)
}

/** What a recovery forgives: every count of the account from unknown devices, and from the one it was made on. */
export function failureKeys(key: Buffer, identifiers: readonly string[], { deviceHash }: Caller): string[] {
  const devices = ['unknown', ...(deviceHash ? [deviceHash.toString('base64url')] : [])]
  return identifiers.flatMap(identifier =>
    devices.flatMap(device => {
      const who = keyedHash(key, 'sign-in', identifier, device).toString('base64url')
      return [...FAILURES.map(({ name }) => `fail-${name}:${who}`), `fail-row:${who}`]
    }),
  )
}
