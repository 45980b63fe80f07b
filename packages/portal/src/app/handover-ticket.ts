/** How a signed-in person is known at the address that is followed: by the cookie, or by a one-time ticket. */
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { callApi } from '../lib/api-client.ts'
import { getPageContext } from '../lib/page-context.ts'
import { isTokenUnsaved } from '../lib/token-updates.ts'

/** Milliseconds that a ticket may take; the way back is not held up by it. */
const TICKET_TIMEOUT_MS = 5_000

/** What stands in the address is kept letter for letter. */
export function appendTicket(address: string, ticket: string): string {
  const [before = '', ...fragment] = address.split('#')
  const joint = before.includes('?') ? '&' : '?'
  return [`${before}${joint}ticket=${encodeURIComponent(ticket)}`, ...fragment].join('#')
}

/** Whether a host sees the cookie that the portal has; `domain`: the cookie's, '' for the portal's own host. */
export const isCookieVisible = (host: string, own: string, domain: string): boolean =>
  host === own || (domain !== '' && (host === domain || host.endsWith(`.${domain}`)))

/** The address to go to. Where the server refuses a ticket, the app has to ask for itself. */
export async function addHandoverTicket(address: string): Promise<string> {
  const { hostname, origin } = new URL(address)
  if (!isTokenUnsaved() && isCookieVisible(hostname, location.hostname, getPageContext().data.cookieDomain))
    return address
  try {
    const signal = AbortSignal.timeout(TICKET_TIMEOUT_MS)
    const { ticket } = await callApi(createTicket, { purpose: 'handover', target: origin }, { signal })
    return appendTicket(address, ticket)
  } catch {
    return address
  }
}
