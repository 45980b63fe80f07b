/** Reactions to a session that ends outside this page: by expiry, in another tab, or by removal elsewhere. */
import { ACCOUNT_COUNT_COOKIE } from '@kerf/contract/cookie-names'
import { isEmbedded } from '@kerf/contract/portal-url'
import { app_unknown_address, error_expired_login, profile_logged_out } from '@kerf/locales/messages'
import { preloadErrorTexts } from '../lib/api/describe-error.ts'
import { setInterceptor } from '../lib/api/interceptors.ts'
import { documentCookies, readCookie } from '../lib/browser/cookie.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import type { Router } from '../lib/router/router.ts'
import { account } from '../lib/session/account.ts'
import { takeNotice } from '../lib/session/pending-notice.ts'
import { endSession, onSessionChangedElsewhere } from '../lib/session/session.ts'
import { onSessionExpired } from '../lib/token/session-expiry.ts'
import { getCurrentToken } from '../lib/token/token.ts'
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
  showPendingNotice()
  offerOtherAccounts(router)
  setInterceptor('human_verification_required', async call => {
    const { repeatWithHumanCheck } = await import('../parts/human-check/repeat-with-human-check.ts')
    return repeatWithHumanCheck(call)
  })
  setInterceptor('second_factor_required', async call => {
    const { continueWithSecondStep } = await import('../parts/second-step/ask-second-step.tsx')
    return continueWithSecondStep(call)
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

const PENDING_NOTICES = {
  unknown_address: [app_unknown_address, 'warning'],
  logged_out: [profile_logged_out, 'success'],
} as const

function showPendingNotice(): void {
  const name = takeNotice()
  if (name === undefined || !Object.hasOwn(PENDING_NOTICES, name)) return
  const [text, tone] = PENDING_NOTICES[name as keyof typeof PENDING_NOTICES]
  void showToast(text(), tone)
}

/** On a login page, if accounts are set aside in this browser. An embedded page leaves the choice to its host. */
function offerOtherAccounts(router: Router): void {
  if (isEmbedded(getPageContext().url)) return
  let isOffered = false
  const check = () => {
    if (isOffered || getCurrentToken() !== undefined || !readCookie(documentCookies(), ACCOUNT_COUNT_COOKIE))
      return
    isOffered = true
    import('./offer-accounts.tsx')
      .then(({ offerAccounts }) => offerAccounts(router))
      .catch(() => {
        // The next login page asks for the script again.
        isOffered = false
      })
  }
  router.subscribe('rendered', check)
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
