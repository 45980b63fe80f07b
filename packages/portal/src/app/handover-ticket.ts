/** Signs the visitor in at the return address: by the shared cookie, or by a one-time ticket in the URL. */
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { callApi } from '../lib/api/api-client.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { cookieState } from '../lib/token/cookie-state.ts'
import { isTokenUnsaved } from '../lib/token/token-updates.ts'

const TICKET_TIMEOUT_MS = 5_000

/** Leaves all existing characters of the URL unchanged: its query may be signed. */
export function appendTicket(url: string, ticket: string): string {
  const [beforeHash = '', ...hash] = url.split('#')
  const separator = beforeHash.includes('?') ? '&' : '?'
  return [`${beforeHash}${separator}ticket=${encodeURIComponent(ticket)}`, ...hash].join('#')
}

/** Whether `host` receives the cookie of the portal. `cookieDomain` is '' for a host-only cookie. */
export const isCookieVisible = (host: string, portalHost: string, cookieDomain: string): boolean =>
  host === portalHost || (cookieDomain !== '' && (host === cookieDomain || host.endsWith(`.${cookieDomain}`)))

/**
 * The URL to navigate to: with a ticket where the cookie is not visible, or where the browser blocks cookies of this page. Never
 * rejects: without a ticket the URL is returned as it is, and the app then asks the visitor to sign in.
 */
export async function addHandoverTicket(url: string): Promise<string> {
  const { hostname } = new URL(url)
  const isCookieEnough =
    cookieState.get() !== 'blocked' &&
    !isTokenUnsaved() &&
    isCookieVisible(hostname, location.hostname, getPageContext().data.cookieDomain)
  if (isCookieEnough) return url
  try {
    const signal = AbortSignal.timeout(TICKET_TIMEOUT_MS)
    const { ticket } = await callApi(createTicket, { purpose: 'handover', target: url }, { signal })
    return appendTicket(url, ticket)
  } catch {
    return url
  }
}
