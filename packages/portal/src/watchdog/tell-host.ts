/** The host learns of it too, if it can be named: exact origin, no session, nothing about anyone (S-055). */
import type { PortalMessage } from '@kerf/contract/host-messages'
import { PAGE_DATA_ID, type PageData } from '@kerf/contract/page-data'
import { isHostOrigin } from '../lib/bridge/host-origin.ts'
import { postNativeMessage } from '../lib/bridge/native-bridge.ts'
import type { Reason } from './find-reason.ts'

export function tellHost(reason: Reason, code: string): void {
  const message = {
    source: 'kerf-portal',
    version: 1,
    session: '',
    type: 'failed',
    reason,
    code,
  } satisfies PortalMessage
  postNativeMessage(message)
  const origin = location.ancestorOrigins?.[0]
  if (origin === undefined || !isHost(origin)) return
  window.parent.postMessage(message, origin)
}

function isHost(origin: string): boolean {
  try {
    const data: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '')
    const origins = [location.origin, ...(data.hosts?.origins ?? [])]
    return isHostOrigin(origin, { origins, allowLocalhost: data.development })
  } catch {
    // The page is not even there as a whole.
    return false
  }
}
