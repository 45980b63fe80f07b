/** Notices a session that was ended elsewhere within seconds, while someone looks at the page. */
import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { call } from '../lib/call.ts'
import { currentToken } from '../lib/token.ts'

/** Milliseconds between two looks. */
export const LOOK_EVERY = 8_000
/** Milliseconds without a key or a pointer after which nobody is there: a page left open must not keep its session alive. */
export const AWAY_AFTER = 5 * 60_000

/** Events by which a person shows. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** A dead token is told to everyone by the call itself; any other failure says nothing about the session. */
const ask = (): Promise<unknown> => call(getBasicInfo, undefined).catch(() => {})

export function pollSession(look: () => Promise<unknown> = ask): void {
  let lastSeen = Date.now()
  let looking = false

  const lookOnce = async () => {
    if (looking || document.visibilityState !== 'visible' || currentToken() === undefined) return
    looking = true
    await look()
    looking = false
  }
  const seen = () => {
    const wasAway = Date.now() - lastSeen > AWAY_AFTER
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
    if (Date.now() - lastSeen <= AWAY_AFTER) void lookOnce()
  }, LOOK_EVERY)
}
