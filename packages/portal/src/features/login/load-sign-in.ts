import { preloadErrorTexts } from '../../lib/describe-error.ts'

/** Rejects with a network error, like a call, if the chunk does not load. */
export const loadSignIn = () => import('./sign-in.ts')

export const loadErrorNotice = () => import('./login-error-notice.tsx')

/** Loads the code that submitting needs while the visitor types. */
export function preloadSignIn(): void {
  preloadErrorTexts()
  void Promise.all([loadSignIn(), loadErrorNotice()]).catch(() => {})
}
