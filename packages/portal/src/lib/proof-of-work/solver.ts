/** Solves a proof-of-work challenge. `onTried` receives the number of attempts from time to time. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge, Solution } from 'altcha-lib/types'

const REPORT_INTERVAL_ATTEMPTS = 40
/** The most expensive proof of work of an unlock password takes some minutes on a phone. */
const SOLVE_TIMEOUT_MS = 30 * 60_000

export function solve(challenge: Challenge, onTried: (tried: number) => void): Promise<Solution | null> {
  let tried = 0
  return solveChallenge({
    challenge,
    timeout: SOLVE_TIMEOUT_MS,
    deriveKey: (parameters, salt, password) => {
      tried += 1
      if (tried % REPORT_INTERVAL_ATTEMPTS === 0) onTried(tried)
      return deriveKey(parameters, salt, password)
    },
  })
}
