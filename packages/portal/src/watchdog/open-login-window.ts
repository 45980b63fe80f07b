/**
 * Opens the login in a window or browser, where it works, and signs this page in with the one-time ticket of the result. The
 * window is of our own origin, so its message can be trusted.
 */
import type { PortalMessage } from '@kerf/contract/host/host-messages'

const HELLO_INTERVAL_MS = 300

export function openLoginWindow(): void {
  const query = new URLSearchParams(location.search)
  for (const name of ['ut', 'ticket', 'r', 's']) query.delete(name)
  query.set('md', 'win')
  const loginWindow = window.open(`/${document.documentElement.lang}/login?${query}`, '_blank')
  if (!loginWindow) return
  // Old browsers have no `randomUUID`.
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(36))
    .join('')
    .padEnd(16, '0')
  const timer = setInterval(() => {
    if (loginWindow.closed) return stop()
    loginWindow.postMessage({ source: 'kerf-host', version: 1, type: 'hello', nonce }, location.origin)
  }, HELLO_INTERVAL_MS)
  const handleMessage = ({ source, origin, data }: MessageEvent<PortalMessage | null>) => {
    if (source !== loginWindow || origin !== location.origin || data?.source !== 'kerf-portal') return
    if (data.type !== 'result' || !data.ticket) return
    stop()
    loginWindow.close()
    const signedInQuery = new URLSearchParams(location.search)
    signedInQuery.set('ut', data.ticket)
    location.replace(`${location.pathname}?${signedInQuery}`)
  }
  const stop = () => {
    clearInterval(timer)
    removeEventListener('message', handleMessage)
  }
  addEventListener('message', handleMessage)
}
