/** Tells the host who signed in, 500 ms after they arrived at the login (specification 4, decisions 3, S-055). */
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { EMBEDDED_RESULT_DELAY_MS } from '@kerf/contract/limits'
import { account, isBusiness } from '../lib/account.ts'
import { hostFound, type Peer, tellHost } from '../lib/bridge/host.ts'
import { call } from '../lib/call.ts'
import { page } from '../lib/page.ts'
import { currentToken } from '../lib/token.ts'

let told: string | undefined

/** Once for a session, however often its page is considered. */
export function tellResult(): void {
  const token = currentToken()
  if (token === undefined || token === told) return
  told = token
  setTimeout(async () => {
    const peer = await hostFound()
    const info = account.get()?.info
    if (!info || currentToken() !== token) return
    const { uid } = info
    const kind = isBusiness(info) ? 'business' : 'personal'
    const key = await keyFor(peer, token)
    if (currentToken() === token) tellHost({ type: 'result', uid, kind, ...key })
  }, EMBEDDED_RESULT_DELAY_MS)
}

/** The token where the brand says so, else a ticket for exactly this origin; a host that may redeem none gets neither. */
async function keyFor(peer: Peer, utoken: string): Promise<{ utoken?: string; ticket?: string }> {
  if (peer.token) return { utoken }
  // An app's web view has no origin: its brand's own server redeems.
  const target = peer.origin || page().data.hosts?.origins[0]
  if (target === undefined) return {}
  return call(createTicket, { purpose: 'handover', target }).then(
    ({ ticket }) => ({ ticket }),
    () => ({}),
  )
}
