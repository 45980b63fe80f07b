import { preloadErrorTexts } from '../../lib/describe-error.ts'

/** Fails like a call when the network does. */
export const loadSignIn = () => import('./sign-in.ts')

export const loadErrorNotice = () => import('./login-error-notice.tsx')

/** Fetches what sending needs while the visitor types. */
export function preloadSignIn(): void {
  preloadErrorTexts()
  void Promise.all([loadSignIn(), loadErrorNotice()]).catch(() => {})
}
