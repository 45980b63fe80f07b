/** Tells the host who signed in, 500 ms after they arrived at the login (specification 4, decisions 3, S-055). */
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { EMBEDDED_RESULT_DELAY_MS } from '@kerf/contract/limits'
import { account, isEnterprise } from '../lib/account.ts'
import { callApi } from '../lib/api-client.ts'
import { type HostPeer, postToHost, waitForHost } from '../lib/bridge/host.ts'
import { getPageContext } from '../lib/page-context.ts'
import { getCurrentToken } from '../lib/token.ts'

let told: string | undefined

/** Once for a session, however often its page is considered. */
export function reportSignIn(): void {
  const token = getCurrentToken()
  if (token === undefined || token === told) return
  told = token
  setTimeout(async () => {
    const peer = await waitForHost()
    const info = account.get()?.info
    if (!info || getCurrentToken() !== token) return
    const { uid } = info
    const kind = isEnterprise(info) ? 'business' : 'personal'
    const key = await keyFor(peer, token)
    if (getCurrentToken() === token) postToHost({ type: 'result', uid, kind, ...key })
  }, EMBEDDED_RESULT_DELAY_MS)
}

/** The token where the brand says so, else a ticket for exactly this origin; a host that may redeem none gets neither. */
async function keyFor(peer: HostPeer, utoken: string): Promise<{ utoken?: string; ticket?: string }> {
  if (peer.token) return { utoken }
  // An app's web view has no origin: its brand's own server redeems.
  const target = peer.origin || getPageContext().data.hosts?.origins[0]
  if (target === undefined) return {}
  return callApi(createTicket, { purpose: 'handover', target }).then(
    ({ ticket }) => ({ ticket }),
    () => ({}),
  )
}
