const pollMs = 1000
const firstDelayMs = 100
const longestDelayMs = 5000
const calmMs = 30_000

/**
 * Calls `revive` when `isUp` says that the database is gone: at once when told by `look`, else within a second.
 * The pause between two tries doubles up to 5 s, also for a database that starts and soon dies again; half a
 * minute of calm resets it. The timers do not keep the process alive.
 */
export function supervise(
  isUp: () => boolean,
  revive: () => Promise<void>,
): { look(): void; end(): Promise<void> } {
  let delay = firstDelayMs
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
    delay = since > calmMs ? firstDelayMs : Math.min(delay * 2, longestDelayMs)
    running = attempt().finally(() => {
      running = undefined
    })
  }

  const timer = setInterval(look, pollMs).unref()
  return {
    look,
    async end() {
      ended = true
      clearInterval(timer)
      await running
    },
  }
}
