/** Starts usage statistics, and asks for consent where it is required. */
import { getConsentRule } from '@kerf/contract/endpoints/tracking'
import { createRoot } from 'react-dom/client'
import { ConsentBar } from '../features/statistics/consent-bar.tsx'
import { handlePageShown, startAnalytics } from '../lib/analytics/analytics.ts'
import { consentState, hasObjectionSignal, setConsentRule } from '../lib/analytics/consent-choice.ts'
import { callApi } from '../lib/api-client.ts'
import { whenStylesLoaded } from '../lib/when-styles-loaded.ts'
import type { PortalRouter } from './router.tsx'

export async function startAnalyticsOn(router: PortalRouter): Promise<void> {
  if (consentState.get().choice === undefined && !hasObjectionSignal()) {
    // If the rule cannot be fetched, nothing is tracked and nobody is asked.
    const answer = await callApi(getConsentRule, undefined).catch(() => undefined)
    if (answer) setConsentRule(answer.rule)
  }
  startAnalytics()
  router.subscribe('onResolved', handlePageShown)
  await whenStylesLoaded()
  renderConsentBar(router)
}

/** In a React root of its own, so that the page neither waits for the bar nor moves. */
function renderConsentBar(router: PortalRouter): void {
  const container = document.createElement('div')
  document.body.append(container)
  createRoot(container).render(<ConsentBar history={router.history} />)
}
