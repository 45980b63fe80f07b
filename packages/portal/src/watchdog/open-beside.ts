/**
 * Opens the login beside this page, in a window or browser where it works, and comes back with a one-time ticket: that
 * window is of our own origin, and so is what it hands over.
 */
import type { PortalMessage } from '@kerf/contract/host-messages'

/** Milliseconds between two tries to be heard. */
const HELLO_EVERY = 300

export function openBeside(): void {
  const query = new URLSearchParams(location.search)
  for (const name of ['ut', 'ticket', 'r', 's']) query.delete(name)
  query.set('md', 'win')
  const opened = window.open(`/${document.documentElement.lang}/login?${query}`, '_blank')
  if (!opened) return
  // Old browsers have no randomUUID.
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(36))
    .join('')
    .padEnd(16, '0')
  const timer = setInterval(() => {
    if (opened.closed) return stop()
    opened.postMessage({ source: 'kerf-host', version: 1, type: 'hello', nonce }, location.origin)
  }, HELLO_EVERY)
  const hear = ({ source, origin, data }: MessageEvent<PortalMessage | null>) => {
    if (source !== opened || origin !== location.origin || data?.source !== 'kerf-portal') return
    if (data.type !== 'result' || !data.ticket) return
    stop()
    opened.close()
    const back = new URLSearchParams(location.search)
    back.set('ut', data.ticket)
    location.replace(`${location.pathname}?${back}`)
  }
  const stop = () => {
    clearInterval(timer)
    removeEventListener('message', hear)
  }
  addEventListener('message', hear)
}
