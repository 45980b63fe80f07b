/** Solves proof-of-work challenges of the server off the main thread. */
import { ApiError } from '@kerf/contract/client/client'
import type { Challenge, Solution } from 'altcha-lib/types'
import { startWorker } from '../browser/guarded-apis.ts'
import type { SolverMessage } from './solver.worker.ts'

/**
 * Resolves to the payload `{challenge, solution}` in base64, as the calls take it. Where the browser allows no worker, the page
 * itself solves the challenge: it waits for the browser's own threads.
 */
export async function solveProofOfWork(
  challenge: unknown,
  onTried: (tried: number) => void,
  signal: AbortSignal,
): Promise<string> {
  allowSameOriginWorkers()
  const worker = startWorker(
    () => new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' }),
  )
  const solution = worker
    ? await solveInWorker(worker, challenge, onTried, signal)
    : await (await import('./solver.ts')).solve(challenge as Challenge, onTried)
  if (signal.aborted) throw new ApiError('unreachable', { reason: 'abort' })
  if (!solution) throw new ApiError('unreachable', { reason: 'timeout' })
  return btoa(JSON.stringify({ challenge, solution }))
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

interface TrustedTypes {
  readonly defaultPolicy: unknown
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

/**
 * The Content-Security-Policy requires Trusted Types and allows no policy but this one: a worker may be created from a
 * string, if it is a URL of this origin.
 */
function allowSameOriginWorkers(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin === location.origin) return url
      throw new TypeError('Worker scripts must be of the same origin')
    },
  })
}
