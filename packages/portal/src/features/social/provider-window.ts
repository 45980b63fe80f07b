/** The window of a provider beside an embedded page, opened by a click and closed by what it comes back to. */
import { isEmbedded } from '@kerf/contract/portal-url'
import { getPageContext } from '../../lib/page-context.ts'
import { readResultMessage } from './result-message.ts'

const NAME = 'kerf-social'
const [WIDTH, HEIGHT] = [520, 680]
/** Milliseconds between two looks whether it is still there. */
const CLOSED_CHECK_INTERVAL_MS = 400

/** Providers show themselves in no frame, and a host's window must stay where it is. */
export const usesPopup = (): boolean => isEmbedded(getPageContext().url) || window.top !== window.self

export function openProviderWindow(address: string): Window | null {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - WIDTH) / 2))
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - HEIGHT) / 3))
  return window.open(address, NAME, `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
}

/** The name of the result; undefined when the window was closed without one, or the wait was given up. */
export function waitForResult(opened: Window, signal: AbortSignal): Promise<string | undefined> {
  return new Promise(resolve => {
    const done = (result: string | undefined) => {
      clearInterval(timer)
      window.removeEventListener('message', hear)
      signal.removeEventListener('abort', giveUp)
      resolve(result)
    }
    const hear = (event: MessageEvent) => {
      const result = readResultMessage(event, opened, location.origin)
      if (result !== undefined) done(result)
    }
    const giveUp = () => done(undefined)
    let wasClosed = false
    // A message sent just before closing may still be on its way at the first look that finds it closed.
    const timer = setInterval(() => {
      if (wasClosed) done(undefined)
      wasClosed = opened.closed
    }, CLOSED_CHECK_INTERVAL_MS)
    window.addEventListener('message', hear)
    signal.addEventListener('abort', giveUp)
  })
}
