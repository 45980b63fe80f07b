/** What the page does when its session ends from outside: by expiry, in another tab, or removed on another device. */
import { error_expired_login } from '@kerf/locales/messages'
import { account } from '../lib/account.ts'
import { onExpired } from '../lib/expiry.ts'
import { preloadFaults } from '../lib/faults.ts'
import { endSession, onSessionElsewhere } from '../lib/session.ts'
import { currentToken } from '../lib/token.ts'
import { announce } from './announce.ts'
import type { PortalRouter } from './router.tsx'

/** Milliseconds until statistics, which hurry least of all. */
const STATISTICS_AFTER = 1_000

export function watchSession(router: PortalRouter): void {
  // The guards of the page on show know where to go, and go there once.
  const reconsider = () => void router.invalidate()
  setTimeout(() => {
    import('./statistics.tsx').then(({ beginStatistics }) => beginStatistics(router)).catch(() => {})
  }, STATISTICS_AFTER)
  onExpired(() => {
    endSession(true)
    void announce(error_expired_login(), 'danger')
    reconsider()
  })
  onSessionElsewhere(reconsider)
  whenSignedIn(() => {
    void import('./session-poll.ts').then(({ pollSession }) => pollSession()).catch(() => {})
    // Without the network nothing could say that it is gone.
    preloadFaults()
    void import('../ui/toast-region/toast-region.tsx').catch(() => {})
  })
  // A sign-in that could not be checked while offline can be checked now.
  window.addEventListener('online', () => {
    if (currentToken()) reconsider()
  })
}

function whenSignedIn(begin: () => void): void {
  if (currentToken() !== undefined) {
    begin()
    return
  }
  const stop = account.subscribe(() => {
    if (account.get() === undefined) return
    stop()
    begin()
  })
}
