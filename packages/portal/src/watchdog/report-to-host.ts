/** Reports the failure to the host, if its origin is known and allowed. Without a session and personal data (S-055). */
import type { PortalMessage } from '@kerf/contract/host/host-messages'
import { PAGE_DATA_ID, type PageData } from '@kerf/contract/page-data'
import type { Failure } from '@kerf/embed/watchdog/watchdog'
import { postNativeMessage } from '../lib/bridge/native-bridge.ts'
import type { PageFailure } from './find-reason.ts'

export function reportToHost({ reason, code }: Failure<PageFailure>): void {
  const message = {
    source: 'kerf-portal',
    version: 1,
    session: '',
    type: 'failed',
    reason,
    code,
  } satisfies PortalMessage
  postNativeMessage(message)
  const parentOrigin = location.ancestorOrigins?.[0]
  if (parentOrigin === undefined || !isAllowedHost(parentOrigin)) return
  window.parent.postMessage(message, parentOrigin)
}

function isAllowedHost(origin: string): boolean {
  try {
    const data: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '')
    return [location.origin, ...(data.hosts?.origins ?? [])].includes(origin)
  } catch {
    // The document did not load completely.
    return false
  }
}
