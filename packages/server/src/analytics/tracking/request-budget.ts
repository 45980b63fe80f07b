/** Cheap limits of one process, checked before a request body is read. They need no database. */

/** Addresses that are counted at the same time. */
const ADDRESSES_MAX = 50_000

/** Admits a number of bytes per second, evenly spread. `burst`: bytes that are admitted at once. */
export function createByteBudget(bytesPerSecond: number, burst: number): (bytes: number) => boolean {
  let available = burst
  let last = performance.now()
  return bytes => {
    const now = performance.now()
    available = Math.min(burst, available + ((now - last) * bytesPerSecond) / 1_000)
    last = now
    if (bytes > available) return false
    available -= bytes
    return true
  }
}

/** Admits a number of requests per key and minute. */
export function createMinuteLimit(max: number): (key: string) => boolean {
  let counts = new Map<string, number>()
  let minute = 0
  return key => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute || counts.size >= ADDRESSES_MAX) {
      minute = now
      counts = new Map()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= max
  }
}
