/** Notices a session that was ended elsewhere within seconds, while someone looks at the page. */
import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { callApi } from '../lib/api-client.ts'
import { getCurrentToken } from '../lib/token.ts'

/** Milliseconds between two looks. */
export const POLL_INTERVAL_MS = 8_000
/** Milliseconds without a key or a pointer after which nobody is there: a page left open must not keep its session alive. */
export const IDLE_AFTER_MS = 5 * 60_000

/** Events by which a person shows. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** A dead token is told to everyone by the call itself; any other failure says nothing about the session. */
const ask = (): Promise<unknown> => callApi(getBasicInfo, undefined).catch(() => {})

export function pollSession(look: () => Promise<unknown> = ask): void {
  let lastSeen = Date.now()
  let looking = false

  const lookOnce = async () => {
    if (looking || document.visibilityState !== 'visible' || getCurrentToken() === undefined) return
    looking = true
    await look()
    looking = false
  }
  const seen = () => {
    const wasAway = Date.now() - lastSeen > IDLE_AFTER_MS
    lastSeen = Date.now()
    if (wasAway) void lookOnce()
  }
  for (const sign of SIGNS) document.addEventListener(sign, seen, { passive: true, capture: true })
  const turnedTo = () => {
    lastSeen = Date.now()
    void lookOnce()
  }
  document.addEventListener('visibilitychange', turnedTo)
  // Of two windows side by side both are visible.
  window.addEventListener('focus', turnedTo)
  setInterval(() => {
    if (Date.now() - lastSeen <= IDLE_AFTER_MS) void lookOnce()
  }, POLL_INTERVAL_MS)
}
