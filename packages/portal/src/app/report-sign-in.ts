/** Reports a sign-in to the host, shortly after the signed-in visitor has reached the login page (R-03, S-055). */
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { EMBEDDED_RESULT_DELAY_MS } from '@kerf/contract/limits'
import { callApi } from '../lib/api/api-client.ts'
import { type HostPeer, postToHost, waitForHost } from '../lib/bridge/host.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { account, isEnterprise } from '../lib/session/account.ts'
import { getCurrentToken } from '../lib/token/token.ts'

let reportedToken: string | undefined

/** Reports each session once, however often its page is resolved. */
export function reportSignIn(): void {
  const token = getCurrentToken()
  if (token === undefined || token === reportedToken) return
  reportedToken = token
  setTimeout(async () => {
    const peer = await waitForHost()
    const info = account.get()?.info
    if (!info || getCurrentToken() !== token) return
    const { uid } = info
    const kind = isEnterprise(info) ? 'business' : 'personal'
    const credential = await createCredential(peer, token)
    if (getCurrentToken() === token) postToHost({ type: 'result', uid, kind, ...credential })
  }, EMBEDDED_RESULT_DELAY_MS)
}

/**
 * The login token where the brand allows it, otherwise a one-time ticket for the origin of the host. Empty where the host
 * may redeem none.
 */
async function createCredential(
  peer: HostPeer,
  utoken: string,
): Promise<{ utoken?: string; ticket?: string }> {
  if (peer.token) return { utoken }
  // The web view of an app has no origin: the server of its brand redeems the ticket.
  const target = peer.origin || getPageContext().data.hosts?.origins[0]
  if (target === undefined) return {}
  return callApi(createTicket, { purpose: 'handover', target }).then(
    ({ ticket }) => ({ ticket }),
    () => ({}),
  )
}
