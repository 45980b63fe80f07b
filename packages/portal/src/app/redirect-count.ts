/**
 * Counts consecutive redirects, also across pages of other origins that send the visitor straight back. After
 * `REDIRECTS_MAX`, the visitor stays on the profile.
 */
import { getTabItem, removeTabItem, setTabItem } from '../lib/browser/tab-storage.ts'

const KEY = 'kerfHops'
/** A return within this time continues the count. */
const WINDOW_MS = 10_000

interface StoredCount {
  readonly count: number
  readonly at: number
}

let pageCount = 0

const readStoredCount = (): StoredCount => {
  try {
    const stored: Partial<StoredCount> = JSON.parse(getTabItem(KEY) ?? '{}')
    return { count: Number(stored.count) || 0, at: Number(stored.at) || 0 }
  } catch {
    return { count: 0, at: 0 }
  }
}

export function getRedirectCount(): number {
  const { count, at } = readStoredCount()
  return Math.max(pageCount, Date.now() - at < WINDOW_MS ? count : 0)
}

export function countRedirect(): void {
  pageCount = getRedirectCount() + 1
  setTabItem(KEY, JSON.stringify({ count: pageCount, at: Date.now() } satisfies StoredCount))
}

/** Called when a page is shown. */
export function resetRedirectCount(): void {
  pageCount = 0
  removeTabItem(KEY)
}
