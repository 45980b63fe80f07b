/** Cheap limits of one process, for work that must not wait for the database. */

/** Addresses that are counted at the same time. */
const ADDRESSES_MAX = 50_000

/** Admits `perSecond` units (bytes, compressions), evenly spread. `burst`: units that are admitted at once. */
export function createTokenBucket(perSecond: number, burst: number): (units: number) => boolean {
  let available = burst
  let last = performance.now()
  return units => {
    const now = performance.now()
    available = Math.min(burst, available + ((now - last) * perSecond) / 1_000)
    last = now
    if (units > available) return false
    available -= units
    return true
  }
}

/** Admits a number of requests per key and minute. */
export function createMinuteLimit(max: number): (key: string) => boolean {
  let counts = new Map<string, number>()
  // One iterator for all evictions: a new one visits the place of every deleted key before it finds the oldest.
  let oldestKeys = counts.keys()
  let minute = 0
  return key => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) {
      minute = now
      counts = new Map()
      oldestKeys = counts.keys()
    }
    const count = (counts.get(key) ?? 0) + 1
    // The key moves to the end: what is full gives up the key that was silent longest, not every count.
    counts.delete(key)
    const oldest = counts.size >= ADDRESSES_MAX ? oldestKeys.next().value : undefined
    if (oldest !== undefined) counts.delete(oldest)
    counts.set(key, count)
    return count <= max
  }
}
