/**
 * Detects a portal page that does not start, shows what to do, and reports it. Shared by the SDK, which watches a frame from
 * outside, and by the portal's own watchdog script, which runs before the page.
 */
import { formatSupportCode, type StartFailure, type SupportCodeSource } from '@kerf/contract/support-code'

export const START_TIMEOUT_MS = 10_000

export interface Failure<F extends StartFailure> {
  readonly reason: F
  /** Support code. */
  readonly code: string
}

export interface WatchdogOptions<F extends StartFailure> {
  readonly source: SupportCodeSource
  readonly timeoutMs: number
  /** Whether the page has started, or is not wanted any more: then nothing is shown. */
  isDone(): boolean
  findReason(): Promise<F>
  /** Shows a panel. Returns a function that removes it. */
  show(failure: Failure<F>): () => void
  report(failure: Failure<F>): void
}

export interface Watchdog<F extends StartFailure> {
  /** Starts the timeout. */
  start(): void
  /** Looks for a reason now. The timeout goes on and looks again. */
  check(): Promise<void>
  /** Shows a known reason and ends the timeout. */
  fail(reason: F): void
  /** The page has started, or starts again: removes the panel and ends the timeout. */
  reset(): void
}

export function createWatchdog<F extends StartFailure>(options: WatchdogOptions<F>): Watchdog<F> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let removePanel: (() => void) | undefined
  let shown: F | undefined

  function show(reason: F): void {
    if (options.isDone() || reason === shown) return
    shown = reason
    const failure = { reason, code: formatSupportCode(options.source, reason) }
    removePanel?.()
    removePanel = options.show(failure)
    options.report(failure)
  }

  const check = async (): Promise<void> => show(await options.findReason())

  return {
    start() {
      clearTimeout(timer)
      timer = setTimeout(check, options.timeoutMs)
    },
    check,
    fail(reason) {
      clearTimeout(timer)
      show(reason)
    },
    reset() {
      clearTimeout(timer)
      removePanel?.()
      removePanel = shown = undefined
    },
  }
}
