/** How long nothing was acknowledged. */
import type { CallRecord } from './workload.ts'

/**
 * The longest time in seconds without an acknowledged write between `from` and `to` (milliseconds of the workload). A time that
 * begins in it may end after it.
 */
export function longestWriteGap(records: readonly CallRecord[], from: number, to: number): number {
  const answered = records
    .filter(({ act, code }) => act !== 'check' && code === 0)
    .map(({ at, ms }) => at + ms)
    .sort((a, b) => a - b)
  let longest = 0
  let last = from
  for (const time of [...answered, Number.POSITIVE_INFINITY]) {
    if (time < from) continue
    longest = Math.max(longest, (Number.isFinite(time) ? time : to) - last)
    last = time
    if (time > to) break
  }
  return longest / 1_000
}
