/** Solves a human-check challenge off the main thread. In: the challenge. Out: progress messages, then the solution. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge, Solution } from 'altcha-lib/types'

export type SolverMessage = { readonly tried: number } | { readonly solution: Solution | null }

const REPORT_INTERVAL_ATTEMPTS = 40

self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  let tried = 0
  const solution = await solveChallenge({
    challenge,
    deriveKey: (parameters, salt, password) => {
      tried += 1
      if (tried % REPORT_INTERVAL_ATTEMPTS === 0) self.postMessage({ tried } satisfies SolverMessage)
      return deriveKey(parameters, salt, password)
    },
  })
  self.postMessage({ solution } satisfies SolverMessage)
}
