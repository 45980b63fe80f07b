const POLL_INTERVAL_MS = 1000
const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 5000
const STABLE_AFTER_MS = 30_000

/**
 * Calls `restart` when `isUp` returns false: immediately after a call of `check`, or else within a second.
 * The delay between two attempts doubles up to 5 seconds, also if the database starts and soon ends again. It resets
 * after 30 seconds without an attempt. The timers do not keep the process alive.
 */
export function supervise(
  isUp: () => boolean,
  restart: () => Promise<void>,
): { check(): void; stop(): Promise<void> } {
  let delay = MIN_DELAY_MS
  let lastAttempt = 0
  let stopped = false
  let running: Promise<void> | undefined

  const attempt = async () => {
    try {
      await restart()
    } catch {
      // `restart` has logged the error. The timer below starts the next attempt.
    }
    lastAttempt = Date.now()
    setTimeout(check, delay).unref()
  }

  function check(): void {
    if (stopped || running || isUp()) return
    const elapsed = Date.now() - lastAttempt
    if (elapsed < delay) return
    delay = elapsed > STABLE_AFTER_MS ? MIN_DELAY_MS : Math.min(delay * 2, MAX_DELAY_MS)
    running = attempt().finally(() => {
      running = undefined
    })
  }

  const timer = setInterval(check, POLL_INTERVAL_MS).unref()
  return {
    check,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
