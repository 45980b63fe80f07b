/** Reactions to a session that ends outside this page: by expiry, in another tab, or by removal elsewhere. */
import { ACCOUNT_COUNT_COOKIE } from '@kerf/contract/cookie-names'
import { isEmbedded } from '@kerf/contract/portal-url'
import { error_expired_login } from '@kerf/locales/messages'
import { account } from '../lib/account.ts'
import { documentCookies, readCookie } from '../lib/cookie.ts'
import { preloadErrorTexts } from '../lib/describe-error.ts'
import { setHumanCheck } from '../lib/human-check-slot.ts'
import { getPageContext } from '../lib/page-context.ts'
import type { Router } from '../lib/router/router.ts'
import { setSecondStep } from '../lib/second-step-slot.ts'
import { endSession, onSessionChangedElsewhere } from '../lib/session.ts'
import { onSessionExpired } from '../lib/session-expiry.ts'
import { getCurrentToken } from '../lib/token.ts'
import { showToast } from './show-toast.ts'

/** Analytics load last. */
const ANALYTICS_DELAY_MS = 1_000

export function startSessionListeners(router: Router): void {
  // Runs the guards of the current page again, which redirect if necessary.
  const runGuards = () => void router.invalidate()
  setTimeout(() => {
    import('./start-analytics.tsx').then(({ startAnalyticsOn }) => startAnalyticsOn(router)).catch(() => {})
  }, ANALYTICS_DELAY_MS)
  onSessionExpired(() => {
    endSession(true)
    void showToast(error_expired_login(), 'danger')
    runGuards()
  })
  onSessionChangedElsewhere(runGuards)
  offerOtherAccounts(router)
  setHumanCheck(async signal => {
    const { askHumanCheck } = await import('../features/verification/ask-human-check.ts')
    return askHumanCheck(signal)
  })
  setSecondStep(async (step, signal) => {
    const { askSecondStep } = await import('../features/second-step/ask-second-step.tsx')
    return askSecondStep(step, signal)
  })
  whenSignedIn(() => {
    void import('./poll-session.ts').then(({ pollSession }) => pollSession()).catch(() => {})
    // Loaded now, because a lost network could not be reported later.
    preloadErrorTexts()
    void import('../ui/toast/toast-region.tsx').catch(() => {})
  })
  // A session that could not be checked while offline is checked now.
  window.addEventListener('online', () => {
    if (getCurrentToken()) runGuards()
  })
}

/** On a login page, if accounts are set aside in this browser. An embedded page leaves the choice to its host. */
function offerOtherAccounts(router: Router): void {
  if (isEmbedded(getPageContext().url)) return
  const check = () => {
    if (getCurrentToken() !== undefined || !readCookie(documentCookies(), ACCOUNT_COUNT_COOKIE)) return
    stop()
    void import('./offer-accounts.tsx').then(({ offerAccounts }) => offerAccounts(router)).catch(() => {})
  }
  const stop = router.subscribe('rendered', check)
  check()
}

function whenSignedIn(callback: () => void): void {
  if (getCurrentToken() !== undefined) {
    callback()
    return
  }
  const unsubscribe = account.subscribe(() => {
    if (account.get() === undefined) return
    unsubscribe()
    callback()
  })
}
