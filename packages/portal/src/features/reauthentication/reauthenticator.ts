import { errorNameOf } from '../../lib/error-name.ts'

const REAUTHENTICATION_REQUIRED = 'proof_required'

/**
 * Returns `withReauthentication(work)`: if the server answers that reauthentication is required, `reauthenticate` runs
 * and `work` is retried once. Concurrent calls share one reauthentication.
 */
export function createReauthenticator(reauthenticate: () => Promise<void>) {
  let pending: Promise<void> | undefined
  return async function withReauthentication<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (errorNameOf(error) !== REAUTHENTICATION_REQUIRED) throw error
    }
    pending ??= reauthenticate().finally(() => {
      pending = undefined
    })
    await pending
    return work()
  }
}
