/** Starts usage statistics, and asks for consent where it is required. */
import { isUntrackedPath } from '@kerf/contract/tracking/tracking-redaction'
import { createRoot } from 'react-dom/client'
import { ConsentBar } from '../features/statistics/consent-bar.tsx'
import { handlePageShown, startAnalytics } from '../lib/analytics/analytics.ts'
import { trackEvent } from '../lib/analytics/track.ts'
import { loadConsentRule } from '../lib/analytics/tracking-allowed.ts'
import { whenStylesLoaded } from '../lib/page/when-styles-loaded.ts'
import type { Router } from '../lib/router/router.ts'
import { unsentEvent } from '../parts/social/social-flow-storage.ts'

export async function startAnalyticsOn(router: Router): Promise<void> {
  await loadConsentRule()
  startAnalytics()
  trackSocialSignIn()
  router.subscribe('resolved', handlePageShown)
  await whenStylesLoaded()
  renderConsentBar(router)
}

/** The sign-in was completed on the page of the provider's redirect, which tracks nothing. */
function trackSocialSignIn(): void {
  const event = unsentEvent.get()
  if (!event || isUntrackedPath(location.pathname)) return
  unsentEvent.clear()
  trackEvent(event)
}

/** In a React root of its own, so that the page neither waits for the bar nor moves. */
function renderConsentBar(router: Router): void {
  const container = document.createElement('div')
  document.body.append(container)
  createRoot(container).render(<ConsentBar history={router.history} />)
}
