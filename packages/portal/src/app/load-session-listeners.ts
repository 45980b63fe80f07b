import type { Router } from '../lib/router/router.ts'

/** Code that can wait is not loaded while the page becomes usable. */
const IDLE_LOAD_DELAY_MS = 1_000

let router: Router
let loading: Promise<void> | undefined

/** Starts the session listeners, once. When it resolves, no change of the session can be missed any more. */
export function loadSessionListeners(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  try {
    const { startSessionListeners } = await import('./session-listeners.ts')
    startSessionListeners(router)
  } catch (error) {
    // The next caller tries again.
    loading = undefined
    throw error
  }
}

/**
 * On a public page, starts the listeners after a delay or with the first input. The focus is no input: a field may have it from the
 * start. Route guards start the listeners when needed.
 */
export function scheduleSessionListeners(portalRouter: Router): void {
  router = portalRouter
  const loaded = new AbortController()
  const start = () =>
    void loadSessionListeners().then(
      () => loaded.abort(),
      () => {},
    )
  setTimeout(start, IDLE_LOAD_DELAY_MS)
  for (const event of ['keydown', 'pointerdown', 'visibilitychange']) {
    document.addEventListener(event, start, { signal: loaded.signal })
  }
}
