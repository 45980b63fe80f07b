/** Start and end of the session in this page. Other tabs of the browser are notified. */

import { openChannel } from '../browser/guarded-apis.ts'
import { clearToken, setCurrentToken, syncTokenFromCookie } from '../token/token-updates.ts'
import { account } from './account.ts'
import { markCookieSyncPending } from './cookie-sync-marker.ts'

const CHANNEL = 'kerf-session'

export function startSession(token: string): void {
  setCurrentToken(token)
  markCookieSyncPending()
  account.set(undefined)
  notifyOtherTabs()
}

/** Whether the last session ended because the server rejected its token, not by a sign-out. */
export let sessionEndedByExpiry = false

export function endSession(expired = false): void {
  sessionEndedByExpiry = expired
  clearToken()
  account.set(undefined)
  notifyOtherTabs()
}

/** Calls back when another tab has signed in or out. A tab that was suspended checks when it becomes visible. */
export function onSessionChangedElsewhere(listener: () => void): void {
  const check = () => {
    if (!syncTokenFromCookie()) return
    account.set(undefined)
    listener()
  }
  check()
  getChannel()?.addEventListener('message', check)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

let channel: ReturnType<typeof openChannel>

/** Undefined where the browser allows none: other tabs then notice a change when they become visible. */
function getChannel(): typeof channel {
  channel ??= openChannel(CHANNEL)
  return channel
}

function notifyOtherTabs(): void {
  getChannel()?.postMessage('changed')
}
