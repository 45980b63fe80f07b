/**
 * Strings that survive a reload of this tab, in `sessionStorage`. Where storage is blocked, as in a cross-site frame, they
 * last for the page view.
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
    // Storage is blocked.
  }
}

export function removeTabItem(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked.
  }
}
