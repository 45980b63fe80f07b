let reconsider = (): void => {}
let begun: Promise<void> | undefined

/** Begins to watch the session, once; resolves when nothing that befalls it can be missed any more. */
export function watchingSession(): Promise<void> {
  begun ??= import('./session-watch.ts').then(({ watchSession }) => watchSession(() => reconsider()))
  return begun
}

/** A visitor's page begins with it when the visitor first does or sees something; the guards do when they need it. */
export function watchSessionSoon(whenChanged: () => void): void {
  reconsider = whenChanged
  const stop = new AbortController()
  const begin = () => {
    stop.abort()
    void watchingSession().catch(() => {})
  }
  for (const event of ['focusin', 'pointerdown', 'visibilitychange']) {
    document.addEventListener(event, begin, { signal: stop.signal })
  }
}
