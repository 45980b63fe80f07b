/** Handles the end of a provider's redirect: posts the result to the opener, or completes the sign-in in this window. */

import { TOKEN_COOKIE } from '@kerf/contract/cookie-names'
import { keepSession } from '@kerf/contract/endpoints/account'
import { callApi } from '../../lib/api-client.ts'
import { documentCookies, readCookie } from '../../lib/cookie.ts'
import { getLanguage } from '../../lib/language.ts'
import { getPageContext } from '../../lib/page-context.ts'
import { startSession } from '../../lib/session.ts'
import { isTokenUnsaved } from '../../lib/token-updates.ts'
import { fetchResult } from './fetch-result.ts'
import { nextPagePath, resolveResult } from './resolve-result.ts'
import { createResultMessage, isResultName } from './result-message.ts'
import { pendingStep, startedFlow } from './social-flow-storage.ts'

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
  const resolution = resolveResult(await fetchResult(result ?? '20206', started), started, cookie)
  if (resolution.utoken !== undefined) {
    startSession(resolution.utoken)
    // Navigation follows: a token that is not in a cookie yet would be lost.
    if (isTokenUnsaved()) await callApi(keepSession, undefined).catch(() => {})
  }
  if (resolution.step) pendingStep.set(resolution.step)
  return `/${getLanguage()}/${nextPagePath(resolution, started?.query ?? getPageContext().query.slice(1))}`
}
