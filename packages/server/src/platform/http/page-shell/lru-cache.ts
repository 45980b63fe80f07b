/** Returns a function that creates and caches values by key, and removes the least recently used value first. */
export function createLruCache<T>(maxEntries: number) {
  const entries = new Map<string, T>()
  return (key: string, create: () => T): T => {
    const value = entries.get(key) ?? create()
    entries.delete(key)
    entries.set(key, value)
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? '')
    return value
  }
}
