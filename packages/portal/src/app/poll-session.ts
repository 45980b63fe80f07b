/** Detects within seconds that the session was ended elsewhere, while somebody uses the page. */
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { callApi } from '../lib/api/api-client.ts'
import { getCurrentToken } from '../lib/token/token.ts'

export const POLL_INTERVAL_MS = 8_000
/** Without input for this time, polling stops: an abandoned page must not keep its session alive. */
export const IDLE_AFTER_MS = 5 * 60_000

const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** `callApi` reports an expired session itself. Any other error says nothing about the session. */
const checkSession = (): Promise<unknown> => callApi(getBasicInfo, undefined).catch(() => {})

export function pollSession(check: () => Promise<unknown> = checkSession): void {
  let lastInputAt = Date.now()
  let checking = false

  const poll = async () => {
    if (checking || document.visibilityState !== 'visible' || getCurrentToken() === undefined) return
    checking = true
    await check()
    checking = false
  }
  const handleInput = () => {
    const wasIdle = Date.now() - lastInputAt > IDLE_AFTER_MS
    lastInputAt = Date.now()
    if (wasIdle) void poll()
  }
  for (const event of INPUT_EVENTS)
    document.addEventListener(event, handleInput, { passive: true, capture: true })
  const handleReturn = () => {
    lastInputAt = Date.now()
    void poll()
  }
  document.addEventListener('visibilitychange', handleReturn)
  // Two windows side by side are both visible; only the focus tells which one is used.
  window.addEventListener('focus', handleReturn)
  setInterval(() => {
    if (Date.now() - lastInputAt <= IDLE_AFTER_MS) void poll()
  }, POLL_INTERVAL_MS)
}
