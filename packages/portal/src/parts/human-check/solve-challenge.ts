/** The self-hosted human check: solves a proof-of-work challenge while the person drags, then exchanges it for a ticket. */
import { createHumanChallenge, verifyHumanAnswer } from '@kerf/contract/endpoints/verification'
import { callApi } from '../../lib/api/api-client.ts'
import { solveProofOfWork } from '../../lib/proof-of-work/proof-of-work.ts'

/** Upper bound of the attempts that a challenge needs. It only scales the progress shown. */
const ATTEMPTS_MAX = 2000

/** Fetches and solves a challenge. Resolves to the payload that `submitSolution` takes. Progress runs from 0 to 1. */
export async function solveChallenge(
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { challenge } = await callApi(createHumanChallenge, undefined, { signal })
  const onTried = (tried: number) => onProgress(Math.min(tried / ATTEMPTS_MAX, 0.98))
  const payload = await solveProofOfWork(challenge, onTried, signal)
  onProgress(1)
  return payload
}

export async function submitSolution(payload: string, signal: AbortSignal): Promise<string> {
  const { ticket } = await callApi(verifyHumanAnswer, { payload }, { signal })
  return ticket
}
