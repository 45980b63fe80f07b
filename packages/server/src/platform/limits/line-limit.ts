/**
 * Limits log lines that an outage repeats: a restart of the database would write thousands. The first lines of an interval are
 * written; the first one of the next interval tells how many were not.
 */
const INTERVAL_MS = 10_000

/** Returns the number of lines left out before this one; undefined: leave this one out. */
export function createLineLimit(perInterval = 5, intervalMs = INTERVAL_MS): () => number | undefined {
  let interval = -1
  let written = 0
  let leftOut = 0
  return () => {
    const now = Math.floor(performance.now() / intervalMs)
    if (now !== interval) {
      interval = now
      written = 0
    }
    if (written >= perInterval) {
      leftOut++
      return undefined
    }
    written++
    const before = leftOut
    leftOut = 0
    return before
  }
}
