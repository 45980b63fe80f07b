/** The self-hosted human check: a challenge is fetched and worked off while the person drags; its answer buys a ticket. */
import { ApiError } from '@kerf/contract/client'
import { createHumanChallenge, verifyHumanAnswer } from '@kerf/contract/endpoints/verification'
import { callApi } from '../../lib/api-client.ts'
import { allowSameOriginWorkers } from '../../lib/trusted-types.ts'
import type { SolverMessage } from './solver.worker.ts'

/** The server draws the answer from up to here; it only scales the progress shown. */
const ATTEMPTS_MAX = 2000

/** Fetches and solves a challenge; resolves to the payload that `redeemWork` takes. Progress runs from 0 to 1. */
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
    // A worker that does not load or dies is a script that did not load: 1002, as the specification says.
    worker.onerror = () => reject(new ApiError('unreachable', { reason: 'network' }))
    worker.onmessage = ({ data }: MessageEvent<SolverMessage>) => {
      if ('tried' in data) onProgress(Math.min(data.tried / ATTEMPTS_MAX, 0.98))
      else if (data.solution) resolve(data.solution)
      else reject(new ApiError('unreachable', { reason: 'timeout' }))
    }
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
