/** Statistics, and the question whether they may be kept. */
import { getConsentRule } from '@kerf/contract/endpoints/tracking'
import { createRoot } from 'react-dom/client'
import { ConsentBar } from '../features/statistics/consent-bar.tsx'
import { handlePageShown, startAnalytics } from '../lib/analytics/analytics.ts'
import { consentState, hasObjectionSignal, setConsentRule } from '../lib/analytics/consent-choice.ts'
import { callApi } from '../lib/api-client.ts'
import { whenStylesLoaded } from '../lib/deferred-styles.ts'
import type { PortalRouter } from './router.tsx'

export async function startAnalyticsOn(router: PortalRouter): Promise<void> {
  if (consentState.get().choice === undefined && !hasObjectionSignal()) {
    // Without an answer nothing is tracked, and nothing asked.
    const answer = await callApi(getConsentRule, undefined).catch(() => undefined)
    if (answer) setConsentRule(answer.rule)
  }
  startAnalytics()
  router.subscribe('onResolved', handlePageShown)
  await whenStylesLoaded()
  showBar(router)
}

/** Beside the page rather than in it: nothing of the page waits for it or moves. */
function showBar(router: PortalRouter): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<ConsentBar history={router.history} />)
}
