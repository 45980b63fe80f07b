/** Beginning and end of the session in this page, told to the other tabs. */
import { account } from './account.ts'
import { markCookieSyncPending } from './cookie-sync-marker.ts'
import { clearToken, setCurrentToken, syncTokenFromCookie } from './token-updates.ts'

const CHANNEL = 'kerf-session'

export function startSession(token: string): void {
  setCurrentToken(token)
  markCookieSyncPending()
  account.set(undefined)
  tellOthers()
}

/** Whether the last end was the server's word rather than the person's. */
export let sessionEndedByExpiry = false

export function endSession(expired = false): void {
  sessionEndedByExpiry = expired
  clearToken()
  account.set(undefined)
  tellOthers()
}

/** Calls back when another tab has signed in or out. A tab that was asleep notices when it is looked at. */
export function onSessionChangedElsewhere(changed: () => void): void {
  const look = () => {
    if (!syncTokenFromCookie()) return
    account.set(undefined)
    changed()
  }
  look()
  channel()?.addEventListener('message', look)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
}

let opened: BroadcastChannel | undefined

function channel(): BroadcastChannel | undefined {
  if (!opened && 'BroadcastChannel' in globalThis) opened = new BroadcastChannel(CHANNEL)
  return opened
}

function tellOthers(): void {
  channel()?.postMessage('changed')
}
