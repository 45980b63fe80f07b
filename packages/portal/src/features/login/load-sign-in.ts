import { preloadFaults } from '../../lib/faults.ts'

/** Fails like a call when the network does. */
export const loadSignIn = () => import('./sign-in.ts')

export const loadNotice = () => import('./fault-notice.tsx')

/** Fetches what sending needs while the visitor types. */
export function preloadSignIn(): void {
  preloadFaults()
  void Promise.all([loadSignIn(), loadNotice()]).catch(() => {})
}
