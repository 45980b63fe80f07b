import { errorNameOf } from '../../lib/error-name.ts'

const PROOF_REQUIRED = 'proof_required'

/** Makes `prove(work)`: work that is refused for want of a proof is done once more after `ask` has resolved. */
export function createReauthenticator(ask: () => Promise<void>) {
  let asked: Promise<void> | undefined
  return async function prove<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (errorNameOf(error) !== PROOF_REQUIRED) throw error
    }
    // Two calls at once are proved by one answer.
    asked ??= ask().finally(() => {
      asked = undefined
    })
    await asked
    return work()
  }
}
