/** The self-hosted human check: solves a proof-of-work challenge while the person drags, then exchanges it for a ticket. */
import { ApiError } from '@kerf/contract/client'
import { createHumanChallenge, verifyHumanAnswer } from '@kerf/contract/endpoints/verification'
import { callApi } from '../../lib/api-client.ts'
import { allowSameOriginWorkers } from '../../lib/trusted-types.ts'
import type { SolverMessage } from './solver.worker.ts'

/** Upper bound of the attempts that a challenge needs. It only scales the progress shown. */
const ATTEMPTS_MAX = 2000

/** Fetches and solves a challenge. Resolves to the payload for `redeemWork` takes. Progress runs from 0 to 1. */
export async function solveChallenge(
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { challenge } = await callApi(createHumanChallenge, undefined, { signal })
  const solution = await runSolver(challenge, onProgress, signal)
  onProgress(1)
  return btoa(JSON.stringify({ challenge, solution }))
}

export async function submitSolution(payload: string, signal: AbortSignal): Promise<string> {
  const { ticket } = await callApi(verifyHumanAnswer, { payload }, { signal })
  return ticket
}

function runSolver(challenge: unknown, onProgress: (done: number) => void, signal: AbortSignal) {
  allowSameOriginWorkers()
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new ApiError('unreachable', { reason: 'abort' })))
    // A worker that does not load or crashes is reported like a script that did not load.
    worker.onerror = () => reject(new ApiError('unreachable', { reason: 'network' }))
    worker.onmessage = ({ data }: MessageEvent<SolverMessage>) => {
      if ('tried' in data) onProgress(Math.min(data.tried / ATTEMPTS_MAX, 0.98))
      else if (data.solution) resolve(data.solution)
      else reject(new ApiError('unreachable', { reason: 'timeout' }))
    }
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
