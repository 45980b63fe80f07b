/** The self-hosted human check: solves a proof-of-work challenge while the person drags, then exchanges it for a ticket. */
import { ApiError } from '@kerf/contract/client'
import { createHumanChallenge, verifyHumanAnswer } from '@kerf/contract/endpoints/verification'
import type { Challenge, Solution } from 'altcha-lib/types'
import { callApi } from '../../lib/api-client.ts'
import { startWorker } from '../../lib/guarded-apis.ts'
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

/** Where the browser allows no worker, the page itself solves the challenge: it waits for the browser's own threads. */
async function runSolver(challenge: unknown, onProgress: (done: number) => void, signal: AbortSignal) {
  const onTried = (tried: number) => onProgress(Math.min(tried / ATTEMPTS_MAX, 0.98))
  allowSameOriginWorkers()
  const worker = startWorker(
    () => new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' }),
  )
  const solution = worker
    ? await solveInWorker(worker, challenge, onTried, signal)
    : await (await import('./solver.ts')).solve(challenge as Challenge, onTried)
  if (signal.aborted) throw new ApiError('unreachable', { reason: 'abort' })
  if (!solution) throw new ApiError('unreachable', { reason: 'timeout' })
  return solution
}

function solveInWorker(
  worker: Worker,
  challenge: unknown,
  onTried: (tried: number) => void,
  signal: AbortSignal,
): Promise<Solution | null> {
  return new Promise<Solution | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new ApiError('unreachable', { reason: 'abort' })))
    // A worker that does not load or crashes is reported like a script that did not load.
    worker.onerror = () => reject(new ApiError('unreachable', { reason: 'network' }))
    worker.onmessage = ({ data }: MessageEvent<SolverMessage>) => {
      if ('tried' in data) onTried(data.tried)
      else resolve(data.solution)
    }
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
