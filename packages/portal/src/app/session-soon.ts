let reconsider = (): void => {}
let begun: Promise<void> | undefined

/** Begins to watch the session, once; resolves when nothing that befalls it can be missed any more. */
export function watchingSession(): Promise<void> {
  begun ??= begin()
  return begun
}

async function begin(): Promise<void> {
  try {
    const { watchSession } = await import('./session-watch.ts')
    watchSession(() => reconsider())
  } catch (error) {
    // the network failed: whoever asks next tries again
    begun = undefined
    throw error
  }
}

/** A visitor's page begins with it when the visitor first does or sees something; the guards do when they need it. */
export function watchSessionSoon(whenChanged: () => void): void {
  reconsider = whenChanged
  const stop = new AbortController()
  const watch = () =>
    void watchingSession().then(
      () => stop.abort(),
      () => {},
    )
  for (const event of ['focusin', 'pointerdown', 'visibilitychange']) {
    document.addEventListener(event, watch, { signal: stop.signal })
  }
}
