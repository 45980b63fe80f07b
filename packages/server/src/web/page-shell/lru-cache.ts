/** A cache that removes the least recently used value first. */
export function createLruCache<T>(maxEntries: number) {
  const entries = new Map<string, T>()
  const set = (key: string, value: T): void => {
    entries.delete(key)
    entries.set(key, value)
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? '')
  }
  return {
    set,
    get(key: string): T | undefined {
      const value = entries.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
  }
}
