/** Watches an embedded page from inside: if it does not start, a panel says why and what to do. */
import { createWatchdog, START_TIMEOUT_MS } from '@kerf/embed/watchdog/watchdog'
import { type Evidence, findReason, type PageFailure } from './find-reason.ts'
import { PORTAL_STARTED_EVENT } from './portal-started.ts'
import { reportToHost } from './report-to-host.ts'
import { showPanel } from './show-panel.ts'

export function watchPage(): void {
  let hasStarted = false
  const evidence: { -readonly [K in keyof Evidence]: Evidence[K] } = {
    failedAsset: undefined,
    hasScriptError: false,
  }
  const watchdog = createWatchdog<PageFailure>({
    source: 'P',
    timeoutMs: START_TIMEOUT_MS,
    isDone: () => hasStarted,
    findReason: () => findReason(evidence),
    show: showPanel,
    report: reportToHost,
  })

  // In the capture phase, because the error event of an element does not bubble.
  addEventListener(
    'error',
    event => {
      if (hasStarted) return
      const { target } = event
      if (target instanceof HTMLScriptElement) evidence.failedAsset = target.src
      else if (target instanceof HTMLLinkElement && target.rel !== 'icon') evidence.failedAsset = target.href
      else if (event instanceof ErrorEvent) evidence.hasScriptError = true
      else return
      void watchdog.check()
    },
    true,
  )
  addEventListener('offline', () => {
    if (!hasStarted) void watchdog.check()
  })
  addEventListener(PORTAL_STARTED_EVENT, () => {
    hasStarted = true
    watchdog.reset()
  })
  watchdog.start()
}
