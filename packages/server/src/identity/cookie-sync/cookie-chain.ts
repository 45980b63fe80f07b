/**
 * Redirect chain over the sibling hosts: from this host to each reachable sibling, back here after each, and finally to
 * the target. The order of the siblings comes from the configuration; the URL carries only the position.
 */
import { ADD_COOKIES_PATH, setCookies } from '@kerf/contract/endpoints/cookie-sync'
import type { Caller } from '../../platform/audit/caller.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import type { Tickets } from '../ticket/tickets.ts'
import { fetchSiblingDomain } from './sibling-hosts.ts'

export interface ChainStep {
  /** index of the next sibling to visit */
  readonly step: number
  /** indexes of siblings that the page has already called, or whose cookies the browser blocks */
  readonly skip: readonly number[]
  readonly target: string
  /** cookie options of the address, for every host of the chain */
  readonly cookieQuery: Readonly<Record<string, string>>
}

export interface ChainDependencies extends Pick<PlatformServices, 'publicUrl'> {
  /** origins, in order */
  readonly siblings: readonly string[]
  readonly tickets: Tickets
}

/** Creates a function that returns the next redirect. Siblings that do not answer are skipped, so that the chain always ends at the target. */
export function createCookieChain({ siblings, tickets, publicUrl }: ChainDependencies) {
  return async function resolveNextHop(
    session: SessionClaims | undefined,
    { step, skip, target, cookieQuery }: ChainStep,
    caller: Caller,
  ): Promise<string> {
    for (let i = step; i < siblings.length; i++) {
      const origin = siblings[i] ?? ''
      if (origin === publicUrl().origin || skip.includes(i)) continue
      const domain = await fetchSiblingDomain(origin)
      if (domain === undefined) continue
      // An empty ticket makes the sibling clear the cookie of a session that has ended.
      const { ticket } = session ? await tickets.create(session, 'sync', origin, caller) : { ticket: '' }
      const next = new URL(ADD_COOKIES_PATH, publicUrl())
      const progress = { target, step: String(i + 1), skip: skip.join() }
      next.search = new URLSearchParams({ ...progress, ...cookieQuery }).toString()
      const hop = new URL(setCookies.path, origin)
      const query = { utoken: ticket, domain, next: next.href, ...cookieQuery }
      hop.search = new URLSearchParams(query).toString()
      return hop.href
    }
    return target
  }
}
