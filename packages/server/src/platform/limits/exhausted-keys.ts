import type { LimitCount } from './rate-limit-store.ts'

const KEYS_MAX = 10_000
/** Short, because another process may refund the key meanwhile. */
const REMEMBERED_SECONDS = 1

/** Keys that were over their limit a moment ago. Their requests are rejected without a query. */
export class ExhaustedKeys {
  readonly #keys = new Map<string, { readonly at: number; readonly wait: number }>()

  add({ key, wait }: LimitCount): void {
    if (this.#keys.size >= KEYS_MAX) this.#keys.clear()
    this.#keys.set(key, { at: performance.now(), wait })
  }

  delete(key: string): void {
    this.#keys.delete(key)
  }

  /** Deletes the key and the keys that extend it by a colon. */
  deleteUnder(key: string): void {
    for (const one of this.#keys.keys()) if (one === key || one.startsWith(`${key}:`)) this.#keys.delete(one)
  }

  /** Seconds until the key's window ends; undefined if the key is not known to be exhausted. */
  waitOf(key: string): number | undefined {
    const known = this.#keys.get(key)
    if (known === undefined) return undefined
    const seconds = (performance.now() - known.at) / 1_000
    if (seconds < Math.min(known.wait, REMEMBERED_SECONDS)) return Math.ceil(known.wait - seconds)
    this.#keys.delete(key)
    return undefined
  }
}
