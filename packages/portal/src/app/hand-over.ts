/** How a signed-in person is known at the address that is followed: by the cookie, or by a one-time ticket. */
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { call } from '../lib/call.ts'
import { page } from '../lib/page.ts'
import { isGiven } from '../lib/token-changes.ts'

/** Milliseconds that a ticket may take; the way back is not held up by it. */
const PATIENCE = 5_000

/** What stands in the address is kept letter for letter. */
export function appendTicket(address: string, ticket: string): string {
  const [before = '', ...fragment] = address.split('#')
  const joint = before.includes('?') ? '&' : '?'
  return [`${before}${joint}ticket=${encodeURIComponent(ticket)}`, ...fragment].join('#')
}

/** Whether a host sees the cookie that the portal has; `domain`: the cookie's, '' for the portal's own host. */
export const seesCookie = (host: string, own: string, domain: string): boolean =>
  host === own || (domain !== '' && (host === domain || host.endsWith(`.${domain}`)))

/** The address to go to. Where the server refuses a ticket, the app has to ask for itself. */
export async function handOver(address: string): Promise<string> {
  const { hostname, origin } = new URL(address)
  if (!isGiven() && seesCookie(hostname, location.hostname, page().data.cookieDomain)) return address
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const { ticket } = await call(createTicket, { purpose: 'handover', target: origin }, { signal })
    return appendTicket(address, ticket)
  } catch {
    return address
  }
}
