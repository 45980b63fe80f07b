/** How the last person in this browser signed in: a method of a login form or a social channel. It names no account. */
import { readStorage, writeStorage } from '../browser/guarded-apis.ts'
import { createStore } from '../store.ts'

const KEY = 'kerf.lastWay'

/** '' where nobody has signed in or the browser keeps nothing. Prerendered pages have none. */
export const lastWay = createStore(typeof document === 'undefined' ? '' : (readStorage(KEY) ?? ''))

export function saveLastWay(way: string): void {
  lastWay.set(way)
  writeStorage(KEY, way)
}
