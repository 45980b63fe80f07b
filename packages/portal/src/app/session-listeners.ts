/** What the page does when its session ends from outside: by expiry, in another tab, or removed on another device. */
import { error_expired_login } from '@kerf/locales/messages'
import { account } from '../lib/account.ts'
import { preloadErrorTexts } from '../lib/describe-error.ts'
import { endSession, onSessionChangedElsewhere } from '../lib/session.ts'
import { onSessionExpired } from '../lib/session-expiry.ts'
import { getCurrentToken } from '../lib/token.ts'
import type { PortalRouter } from './router.tsx'
import { showToast } from './show-toast.ts'

/** Milliseconds until statistics, which hurry least of all. */
const STATISTICS_AFTER = 1_000

export function startSessionListeners(router: PortalRouter): void {
  // The guards of the page on show know where to go, and go there once.
  const reconsider = () => void router.invalidate()
  setTimeout(() => {
    import('./start-analytics.tsx').then(({ startAnalyticsOn }) => startAnalyticsOn(router)).catch(() => {})
  }, STATISTICS_AFTER)
  onSessionExpired(() => {
    endSession(true)
    void showToast(error_expired_login(), 'danger')
    reconsider()
  })
  onSessionChangedElsewhere(reconsider)
  whenSignedIn(() => {
    void import('./poll-session.ts').then(({ pollSession }) => pollSession()).catch(() => {})
    // Without the network nothing could say that it is gone.
    preloadErrorTexts()
    void import('../ui/toast/toast-region.tsx').catch(() => {})
  })
  // A sign-in that could not be checked while offline can be checked now.
  window.addEventListener('online', () => {
    if (getCurrentToken()) reconsider()
  })
}

function whenSignedIn(begin: () => void): void {
  if (getCurrentToken() !== undefined) {
    begin()
    return
  }
  const stop = account.subscribe(() => {
    if (account.get() === undefined) return
    stop()
    begin()
  })
}
