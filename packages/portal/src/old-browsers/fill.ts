/**
 * Adds the standard functions that the oldest supported browsers lack (docs/embedding.md). Imported for its effect, before all
 * other code. Only functions that the built scripts use are here; `npm run engines` checks the list against compatibility data.
 */

type Any = Record<string, unknown>

/** Like the browser's own: writable, configurable, not enumerable. */
function fill(owner: object | undefined, name: string, value: unknown): void {
  if (owner && !(name in owner))
    Object.defineProperty(owner, name, { value, writable: true, configurable: true })
}

fill(Promise, 'withResolvers', () => {
  const result: Any = {}
  result.promise = new Promise((resolve, reject) => Object.assign(result, { resolve, reject }))
  return result
})

fill(
  Object,
  'hasOwn',
  (object: object, key: PropertyKey) => Object.getOwnPropertyDescriptor(object, key) !== undefined,
)

fill(URL, 'canParse', (url: string, base?: string) => {
  try {
    new URL(url, base)
    return true
  } catch {
    return false
  }
})

/** RFC 9562, version 4. */
fill(crypto, 'randomUUID', () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
})

/** `AbortController.abort` takes no reason in these browsers, so a caller sees an AbortError instead of a TimeoutError. */
fill(AbortSignal, 'timeout', (milliseconds: number) => {
  const controller = new AbortController()
  setTimeout(
    () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')),
    milliseconds,
  )
  return controller.signal
})

fill(AbortSignal, 'any', (signals: Iterable<AbortSignal>) => {
  const controller = new AbortController()
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }
  return controller.signal
})

fill(AbortSignal.prototype, 'throwIfAborted', function (this: AbortSignal) {
  if (this.aborted) throw this.reason ?? new DOMException('The operation was aborted.', 'AbortError')
})

function at<T>(this: ArrayLike<T>, index: number): T | undefined {
  return this[index < 0 ? this.length + Math.trunc(index) : Math.trunc(index)]
}
fill(Array.prototype, 'at', at)
fill(String.prototype, 'at', at)

fill(Array.prototype, 'findLast', function <
  T,
>(this: T[], test: (value: T, index: number, list: T[]) => unknown) {
  for (let index = this.length - 1; index >= 0; index--)
    if (test(this[index] as T, index, this)) return this[index]
  return undefined
})

fill(Array.prototype, 'toSorted', function <T>(this: T[], compare?: (a: T, b: T) => number) {
  return [...this].sort(compare)
})

fill(Array.prototype, 'toReversed', function <T>(this: T[]) {
  return [...this].reverse()
})

/** Dates, maps and other objects with methods are not copied: the portal clones plain data only. */
fill(globalThis, 'structuredClone', (value: unknown) =>
  value === undefined ? value : JSON.parse(JSON.stringify(value)),
)
