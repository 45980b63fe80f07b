/** The end of a provider's redirect: hands the result over, or goes on with it here. */
import { keepSession } from '@kerf/contract/endpoints/account'
import { TOKEN_COOKIE } from '@kerf/contract/headers'
import { callApi } from '../../lib/api-client.ts'
import { readCookie } from '../../lib/cookie.ts'
import { getLanguage } from '../../lib/language.ts'
import { getPageContext } from '../../lib/page-context.ts'
import { startSession } from '../../lib/session.ts'
import { isTokenUnsaved } from '../../lib/token-updates.ts'
import { fetchResult } from './fetch-result.ts'
import { nextPagePath, resolveResult } from './resolve-result.ts'
import { createResultMessage, isResultName } from './result-message.ts'
import { pendingStep, startedFlow } from './social-flow-storage.ts'

/** Takes the result out of the address bar. */
export function takeResultFromUrl(): string | undefined {
  const result = location.hash.slice(1)
  history.replaceState(history.state, '', location.pathname + location.search)
  return isResultName(result) ? result : undefined
}

/** True when the page that opened this window has been told; it goes on by itself. */
export function postResultToOpener(result: string): boolean {
  const opener: Window | null = window.opener
  try {
    // reading it throws unless it is of our own origin
    if (!opener || opener === window || opener.location.origin !== location.origin) return false
    opener.postMessage(createResultMessage(result), location.origin)
    return true
  } catch {
    return false
  }
}

/** Where to go with the result; whoever it signs in is signed in by then. */
export async function completeSocialSignIn(result: string | undefined): Promise<string> {
  const began = startedFlow.get()
  startedFlow.clear()
  const cookie = readCookie(document.cookie, TOKEN_COOKIE)
  const read = await fetchResult(result ?? '20206', began)
  const judged = resolveResult(read, began, cookie)
  if (judged.utoken !== undefined) {
    startSession(judged.utoken)
    // The page is left: a token that no cookie holds yet would be lost with it.
    if (isTokenUnsaved()) await callApi(keepSession, undefined).catch(() => {})
  }
  if (judged.step) pendingStep.set(judged.step)
  return `/${getLanguage()}/${nextPagePath(judged, began?.query ?? getPageContext().query.slice(1))}`
}
