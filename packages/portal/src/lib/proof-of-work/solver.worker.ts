/** Solves a proof-of-work challenge off the main thread. In: the challenge. Out: progress messages, then the solution. */
import type { Challenge, Solution } from 'altcha-lib/types'
import { solve } from './solver.ts'

export type SolverMessage = { readonly tried: number } | { readonly solution: Solution | null }

self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  const solution = await solve(challenge, tried => self.postMessage({ tried } satisfies SolverMessage))
  self.postMessage({ solution } satisfies SolverMessage)
}
