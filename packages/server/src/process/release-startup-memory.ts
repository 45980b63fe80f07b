/** Returns the memory of start-up to the system: an idle server would keep some 10 MiB of garbage for hours. */
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CHECK_INTERVAL_MS = 2_000
/** Share of the time in which the event loop has work. Health checks stay below it. */
const IDLE_UTILIZATION_MAX = 0.05

/** Collects garbage once, at the first moment without load: the collection takes some 100 ms. */
export function releaseStartupMemory(): void {
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    if (utilization > IDLE_UTILIZATION_MAX) return
    clearInterval(timer)
    collectGarbage()
  }, CHECK_INTERVAL_MS)
  timer.unref()
}

/** A flag of the command line would have to be passed by everybody who starts the server. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: string; flavor: string }) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort' })
}
