/**
 * Strings that survive a reload of this tab, in `sessionStorage`. Where storage is blocked, as in a cross-site frame, they
 * last for the page view.
 */
import { readTabStorage, removeFromTabStorage, writeTabStorage } from './guarded-apis.ts'

const memory = new Map<string, string>()

export const getTabItem = (key: string): string | undefined => readTabStorage(key) ?? memory.get(key)

export function setTabItem(key: string, value: string): void {
  memory.set(key, value)
  writeTabStorage(key, value)
}

export function removeTabItem(key: string): void {
  memory.delete(key)
  removeFromTabStorage(key)
}
