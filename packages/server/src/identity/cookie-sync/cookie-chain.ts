/**
 * The way over the sister hosts: from this host to each that answers, back again, and to the target in the end. What
 * hosts there are and in which order is this host's configuration; the address carries only how far the way has come.
 */

import type { SessionClaims } from '../../platform/http/session-claims.ts'
import type { Tickets } from '../ticket/tickets.ts'
import { askSister } from './sister-hosts.ts'

export interface ChainStep {
  /** index of the next sister to visit */
  readonly step: number
  /** indexes of sisters to pass over: told by the page already, or out of this browser's reach */
  readonly skip: readonly number[]
  readonly target: string
}

export interface ChainDependencies {
  /** origins, in order */
  readonly sisters: readonly string[]
  readonly tickets: Tickets
  readonly publicUrl: () => URL
}

/** Where to send the browser next; sisters that do not answer within 3 s are passed over, so that the target is always reached. */
export function createCookieChain({ sisters, tickets, publicUrl }: ChainDependencies) {
  return async function nextHop(
    session: SessionClaims | undefined,
    { step, skip, target }: ChainStep,
  ): Promise<string> {
    for (let i = step; i < sisters.length; i++) {
      const origin = sisters[i] ?? ''
      if (origin === publicUrl().origin || skip.includes(i)) continue
      const domain = await askSister(origin)
      if (domain === undefined) continue
      // Without one the sister forgets a session that has ended.
      const { ticket } = session ? await tickets.create(session, 'sync', origin) : { ticket: '' }
      const back = new URL('/v1/cookie/add-cookies', publicUrl())
      back.search = new URLSearchParams({ target, step: String(i + 1), skip: skip.join() }).toString()
      const hop = new URL('/v1/cookie/set-cookies', origin)
      hop.search = new URLSearchParams({ utoken: ticket, domain, next: back.href }).toString()
      return hop.href
    }
    return target
  }
}
