/** Rate limits of this process alone, while the database is unreachable: a fraction of each limit, never open (S-015). */
// The package's index loads a limiter for every database (1.3 MiB).
import { HOUR_SECONDS } from '@kerf/contract/limits'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import type { RateLimit } from './rate-limit.ts'

const FALLBACK_DIVISOR = 5
const FALLBACK_WINDOW_MAX_SECONDS = HOUR_SECONDS
/** Keys that are counted apart. More keys share a count, which is stricter: invented keys cannot fill the memory (S-130). */
const BUCKETS_MAX = 16_384

/** FNV-1a, 32 bits. It spreads keys over the buckets and is no security measure. */
function bucketOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % BUCKETS_MAX
}

/** Returns a function that counts, and resolves to the seconds to wait if a limit is exceeded, else to undefined. */
export function createMemoryFallback() {
  const limiters = new Map<string, RateLimiterMemory>()
  return async function consumeInMemory(limits: readonly RateLimit[]): Promise<number | undefined> {
    for (const { key, limit, seconds, cost = 1 } of limits) {
      if (limit === Number.POSITIVE_INFINITY) continue
      const points = Math.max(1, Math.floor(limit / FALLBACK_DIVISOR))
      const duration = Math.min(seconds, FALLBACK_WINDOW_MAX_SECONDS)
      const name = `${points}/${duration}`
      const limiter = limiters.get(name) ?? new RateLimiterMemory({ points, duration })
      limiters.set(name, limiter)
      const isAllowed = await limiter.consume(bucketOf(key), cost).then(
        () => true,
        () => false,
      )
      if (!isAllowed) return duration
    }
    return undefined
  }
}
