/**
 * Short texts that this tab keeps over a reload. Where a page may store nothing, as in a frame of another site, it remembers
 * them itself for as long as it lives.
 */
const memory = new Map<string, string>()

export function getTabItem(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key)
  } catch {
    return memory.get(key)
  }
}

export function setTabItem(key: string, value: string): void {
  memory.set(key, value)
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // memory holds it
  }
}

export function removeTabItem(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // what cannot be stored was not
  }
}
