/** The provider's popup for embedded pages. It opens on a click, and its callback page closes it. */
import { isEmbedded } from '@kerf/contract/portal-url'
import { getPageContext } from '../../lib/page/page-context.ts'
import { readResultMessage } from './result-message.ts'

const NAME = 'kerf-social'
const [WIDTH, HEIGHT] = [520, 680]
const CLOSED_CHECK_INTERVAL_MS = 400

/** Providers refuse to be framed, and a host's window must not navigate away. */
export const usesPopup = (): boolean => isEmbedded(getPageContext().url) || window.top !== window.self

export function openProviderWindow(address: string): Window | null {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - WIDTH) / 2))
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - HEIGHT) / 3))
  return window.open(address, NAME, `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
}

/** Resolves to the name of the result; undefined if the window was closed without one, or `signal` aborted. */
export function waitForResult(opened: Window, signal: AbortSignal): Promise<string | undefined> {
  return new Promise(resolve => {
    const done = (result: string | undefined) => {
      clearInterval(timer)
      window.removeEventListener('message', onMessage)
      signal.removeEventListener('abort', onAbort)
      resolve(result)
    }
    const onMessage = (event: MessageEvent) => {
      const result = readResultMessage(event, opened, location.origin)
      if (result !== undefined) done(result)
    }
    const onAbort = () => done(undefined)
    let wasClosed = false
    // A message sent just before closing may still be queued at the first check that finds the window closed.
    const timer = setInterval(() => {
      if (wasClosed) done(undefined)
      wasClosed = opened.closed
    }, CLOSED_CHECK_INTERVAL_MS)
    window.addEventListener('message', onMessage)
    signal.addEventListener('abort', onAbort)
  })
}
