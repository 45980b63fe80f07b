const POLL_INTERVAL_MS = 1000
const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 5000
const STABLE_AFTER_MS = 30_000

/**
 * Calls `revive` when `isUp` says that the database is gone: at once when told by `look`, else within a second.
 * The pause between two tries doubles up to 5 s, also for a database that starts and soon dies again; half a
 * minute of calm resets it. The timers do not keep the process alive.
 */
export function supervise(
  isUp: () => boolean,
  revive: () => Promise<void>,
): { look(): void; end(): Promise<void> } {
  let delay = MIN_DELAY_MS
  let lastTry = 0
  let ended = false
  let running: Promise<void> | undefined

  const attempt = async () => {
    try {
      await revive()
    } catch {
      // `revive` has logged it; the timer below tries again.
    }
    lastTry = Date.now()
    setTimeout(look, delay).unref()
  }

  function look(): void {
    if (ended || running || isUp()) return
    const since = Date.now() - lastTry
    if (since < delay) return
    delay = since > STABLE_AFTER_MS ? MIN_DELAY_MS : Math.min(delay * 2, MAX_DELAY_MS)
    running = attempt().finally(() => {
      running = undefined
    })
  }

  const timer = setInterval(look, POLL_INTERVAL_MS).unref()
  return {
    look,
    async end() {
      ended = true
      clearInterval(timer)
      await running
    },
  }
}
