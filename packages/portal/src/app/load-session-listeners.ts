import type { PortalRouter } from './router.tsx'

/** Milliseconds: what can wait is not fetched while the page is becoming usable. */
const AFTER_PAINT = 1_000

let router: PortalRouter
let begun: Promise<void> | undefined

/** Begins to watch the session, once; resolves when nothing that befalls it can be missed any more. */
export function loadSessionListeners(): Promise<void> {
  begun ??= begin()
  return begun
}

async function begin(): Promise<void> {
  try {
    const { startSessionListeners } = await import('./session-listeners.ts')
    startSessionListeners(router)
  } catch (error) {
    // the network failed: whoever asks next tries again
    begun = undefined
    throw error
  }
}

/** A visitor's page begins with it when the visitor first does or sees something, or soon; the guards do when they need it. */
export function scheduleSessionListeners(of: PortalRouter): void {
  router = of
  const stop = new AbortController()
  const watch = () =>
    void loadSessionListeners().then(
      () => stop.abort(),
      () => {},
    )
  setTimeout(watch, AFTER_PAINT)
  for (const event of ['focusin', 'pointerdown', 'visibilitychange']) {
    document.addEventListener(event, watch, { signal: stop.signal })
  }
}
