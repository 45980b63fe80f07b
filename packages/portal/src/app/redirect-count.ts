/**
 * Counts redirects that follow on each other without a page being shown, also across pages that send the visitor
 * straight back here: three in a row end on the profile.
 */
import { getTabItem, removeTabItem, setTabItem } from '../lib/tab-storage.ts'

const KEY = 'kerfHops'
/** Milliseconds within which a return counts as the same row. */
const ROW = 10_000

interface Row {
  readonly count: number
  readonly at: number
}

let here = 0

const stored = (): Row => {
  try {
    const row: Partial<Row> = JSON.parse(getTabItem(KEY) ?? '{}')
    return { count: Number(row.count) || 0, at: Number(row.at) || 0 }
  } catch {
    // what stands there is not ours
    return { count: 0, at: 0 }
  }
}

export function getRedirectCount(): number {
  const { count, at } = stored()
  return Math.max(here, Date.now() - at < ROW ? count : 0)
}

export function countRedirect(): void {
  here = getRedirectCount() + 1
  setTabItem(KEY, JSON.stringify({ count: here, at: Date.now() } satisfies Row))
}

/** A page is shown: the row is over. */
export function resetRedirectCount(): void {
  here = 0
  removeTabItem(KEY)
}
