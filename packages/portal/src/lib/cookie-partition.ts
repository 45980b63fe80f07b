/** Inside a host's frame: whether the browser keeps our cookies there, found out by the server's probe (S-060). */
import { cookieState } from './bridge/cookie-state.ts'

/** Milliseconds the check may take; without an answer nothing is asked for. */
const PATIENCE = 3_000

let blocked = false
let checking: Promise<void> | undefined

/** Ours are to be set keyed to the page around us. */
export const needsPartitionedCookies = (): boolean => blocked

/** Once; resolves at once where there is no page around us. */
export function detectBlockedCookies(): Promise<void> {
  checking ??= window.top === window.self ? Promise.resolve() : check()
  return checking
}

async function check(): Promise<void> {
  const look = async (): Promise<boolean> => {
    const answer = await fetch('/v1/cookie/probe', { signal: AbortSignal.timeout(PATIENCE) })
    return (await answer.json()).data.seen
  }
  try {
    await look()
    blocked = !(await look())
    cookieState.set(blocked ? 'blocked' : 'allowed')
  } catch {
    // Not known: cookies are set as anywhere, and what is not kept lives in memory.
  }
}
