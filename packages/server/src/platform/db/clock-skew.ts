/** Reports a clock of this machine that differs from the database's (P-17). Only records and certificates depend on it. */
import type { DatabaseClock } from './database-clock.ts'

/** Also the limit of `kerf doctor`. */
export const CLOCK_SKEW_MAX_SECONDS = 5
const CHECK_INTERVAL_MS = 30_000

interface SkewLog {
  warn(details: object, message: string): void
  info(details: object, message: string): void
}

/** Checks at once and every 30 s. Logs when the clocks start to differ by more than the limit, and when they agree again. */
export function monitorClockSkew(clock: DatabaseClock, log: SkewLog): { stop(): void } {
  let isSkewed = false
  const check = async (): Promise<void> => {
    await clock.now()
    const skewSeconds = (clock.skewMs() ?? 0) / 1_000
    const wasSkewed = isSkewed
    isSkewed = Math.abs(skewSeconds) > CLOCK_SKEW_MAX_SECONDS
    if (isSkewed === wasSkewed) return
    const details = { skewSeconds: Math.round(skewSeconds) }
    if (isSkewed)
      log.warn(details, "this machine's clock differs from the database's: synchronize both by NTP")
    else log.info(details, "this machine's clock agrees with the database's again")
  }
  // The callers that need the database report that it is unreachable.
  const run = (): void => void check().catch(() => undefined)
  run()
  const timer = setInterval(run, CHECK_INTERVAL_MS).unref()
  return { stop: () => clearInterval(timer) }
}
