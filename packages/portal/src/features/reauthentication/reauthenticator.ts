import { errorNameOf } from '../../lib/error-name.ts'

const REAUTHENTICATION_REQUIRED = 'proof_required'

/**
 * Returns `withReauthentication(work)`: if the server answers that reauthentication is required, `reauthenticate` runs
 * with the error and `work` is retried once. Concurrent calls share one reauthentication.
 */
export function createReauthenticator(reauthenticate: (error: unknown) => Promise<void>) {
  let pending: Promise<void> | undefined
  return async function withReauthentication<T>(work: () => Promise<T>): Promise<T> {
    let required: unknown
    try {
      return await work()
    } catch (error) {
      if (errorNameOf(error) !== REAUTHENTICATION_REQUIRED) throw error
      required = error
    }
    pending ??= reauthenticate(required).finally(() => {
      pending = undefined
    })
    await pending
    return work()
  }
}
