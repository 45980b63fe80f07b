/** Remembers the last answers; the one asked for longest ago is forgotten first. */
export function createRecent<T>(most: number) {
  const kept = new Map<string, T>()
  return (key: string, make: () => T): T => {
    const found = kept.get(key) ?? make()
    kept.delete(key)
    kept.set(key, found)
    if (kept.size > most) kept.delete(kept.keys().next().value ?? '')
    return found
  }
}
