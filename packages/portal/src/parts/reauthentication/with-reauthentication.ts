import { errorNameOf } from '../../lib/api/error-name.ts'

const REAUTHENTICATION_REQUIRED = 'proof_required'

/** A proof, and another one where a change needs two. */
const REAUTHENTICATIONS_MAX = 2

/** Whether the server asks for another proof beside the one that it has just got. */
const isAnotherMissing = (error: unknown): boolean =>
  (error as { readonly data?: { readonly missing?: string } }).data?.missing !== undefined

/**
 * Returns `withReauthentication(work)`: if the server answers that reauthentication is required, `reauthenticate` runs
 * with the error and `work` is retried. Concurrent calls share one reauthentication.
 */
export function createReauthenticator(reauthenticate: (error: unknown) => Promise<void>) {
  let pending: Promise<void> | undefined
  return async function withReauthentication<T>(work: () => Promise<T>): Promise<T> {
    for (let done = 0; ; done++) {
      try {
        return await work()
      } catch (error) {
        const isRequired = errorNameOf(error) === REAUTHENTICATION_REQUIRED
        if (!isRequired || done === REAUTHENTICATIONS_MAX || (done > 0 && !isAnotherMissing(error)))
          throw error
        pending ??= reauthenticate(error).finally(() => {
          pending = undefined
        })
        await pending
      }
    }
  }
}

/**
 * Runs `work`. If it requires reauthentication, a dialog above the page asks for it, and `work` is retried. If the dialog is
 * cancelled, it rejects like an aborted call, which shows no error.
 */
export const withReauthentication = createReauthenticator(async error => {
  const { askReauthentication } = await import('./ask-reauthentication.tsx')
  await askReauthentication(error)
})
