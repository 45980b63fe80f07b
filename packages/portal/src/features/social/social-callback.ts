/** Handles the end of a provider's redirect: posts the result to the opener, or completes the sign-in in this window. */

import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { keepSession } from '@kerf/contract/endpoints/session'
import { isEmbedded } from '@kerf/contract/portal-url'
import type { TrackedEvent } from '@kerf/contract/tracking/tracking'
import { sendDirectly } from '../../lib/analytics/direct-sender.ts'
import { isTrackingAllowed } from '../../lib/analytics/tracking-allowed.ts'
import { callApi } from '../../lib/api/api-client.ts'
import { documentCookies, readCookie } from '../../lib/browser/cookie.ts'
import { getLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { rememberSignIn } from '../../lib/session/remember-sign-in.ts'
import { startSession } from '../../lib/session/session.ts'
import { isTokenUnsaved } from '../../lib/token/token-updates.ts'
import { describeOutcome, leavesPortal } from '../../parts/social/describe-outcome.ts'
import { fetchResult } from '../../parts/social/fetch-result.ts'
import { nextPagePath, type Resolution, resolveResult } from '../../parts/social/resolve-result.ts'
import { createResultMessage, isResultName } from '../../parts/social/result-message.ts'
import { pendingStep, startedFlow, unsentEvent } from '../../parts/social/social-flow-storage.ts'

/** Reads the result from the fragment and removes it from the address bar. */
export function takeResultFromUrl(): string | undefined {
  const result = location.hash.slice(1)
  history.replaceState(history.state, '', location.pathname + location.search)
  return isResultName(result) ? result : undefined
}

/** Posts the result to the page that opened this window. Returns whether there is such a page of our own origin. */
export function postResultToOpener(result: string): boolean {
  const opener: Window | null = window.opener
  try {
    // Reading `location` throws for another origin.
    if (!opener || opener === window || opener.location.origin !== location.origin) return false
    opener.postMessage(createResultMessage(result), location.origin)
    return true
  } catch {
    return false
  }
}

/** Starts the session that the result grants, if any, and returns the path to continue at. */
export async function completeSocialSignIn(result: string | undefined): Promise<string> {
  const started = startedFlow.get()
  startedFlow.clear()
  const cookie = readCookie(documentCookies(), TOKEN_COOKIE)
  // In parallel, so that the sign-in does not wait for the statistics.
  const [answer, tracked] = await Promise.all([fetchResult(result ?? '20206', started), isTrackingAllowed()])
  const resolution = resolveResult(answer, started, cookie)
  if (resolution.utoken !== undefined) {
    if (started) rememberSignIn(started.channel)
    startSession(resolution.utoken)
    // Navigation follows: a token that is not in a cookie yet would be lost.
    if (isTokenUnsaved()) await callApi(keepSession, undefined).catch(() => {})
  }
  if (resolution.step) pendingStep.set(resolution.step)
  const event = describeOutcome(resolution, started)
  if (event && tracked) saveOrSendEvent(event, resolution)
  return `/${getLanguage()}/${nextPagePath(resolution, started?.query ?? getPageContext().query.slice(1))}`
}

/** This page is left at once: the next page of the portal sends the event, and this one if an app follows. */
function saveOrSendEvent(event: TrackedEvent, resolution: Resolution): void {
  if (leavesPortal(resolution, location.origin, isEmbedded(getPageContext().url))) sendDirectly(event)
  else unsentEvent.set(event)
}
