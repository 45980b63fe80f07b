import { currentToken } from '../lib/token.ts'

/** Begins to watch the session at once where there is one, else when the visitor first does or sees something. */
export function watchSessionSoon(reconsider: () => void): void {
  const stop = new AbortController()
  const begin = () => {
    stop.abort()
    void import('./session-watch.ts').then(({ watchSession }) => watchSession(reconsider)).catch(() => {})
  }
  if (currentToken()) {
    begin()
    return
  }
  for (const event of ['focusin', 'pointerdown', 'visibilitychange']) {
    document.addEventListener(event, begin, { signal: stop.signal })
  }
}
