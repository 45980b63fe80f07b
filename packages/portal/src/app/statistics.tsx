/** Statistics, and the question whether they may be kept. */
import { getConsentRule } from '@kerf/contract/endpoints/tracking'
import { createRoot } from 'react-dom/client'
import { ConsentBar } from '../features/statistics/consent-bar.tsx'
import { beginAnalytics, lookAtPage } from '../lib/analytics/analytics.ts'
import { learnRule, objects, standing } from '../lib/analytics/choice.ts'
import { call } from '../lib/call.ts'
import { wholeSheet } from '../lib/whole-sheet.ts'
import type { PortalRouter } from './router.tsx'

export async function beginStatistics(router: PortalRouter): Promise<void> {
  if (standing.get().choice === undefined && !objects()) {
    // Without an answer nothing is tracked, and nothing asked.
    const answer = await call(getConsentRule, undefined).catch(() => undefined)
    if (answer) learnRule(answer.rule)
  }
  beginAnalytics()
  router.subscribe('onResolved', lookAtPage)
  await wholeSheet()
  showBar(router)
}

/** Beside the page rather than in it: nothing of the page waits for it or moves. */
function showBar(router: PortalRouter): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<ConsentBar history={router.history} />)
}
