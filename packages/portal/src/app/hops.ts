/**
 * Counts redirects that follow on each other without a page being shown, also across pages that send the visitor
 * straight back here: three in a row end on the profile.
 */
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
    const row: Partial<Row> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return { count: Number(row.count) || 0, at: Number(row.at) || 0 }
  } catch {
    return { count: 0, at: 0 }
  }
}

export function hops(): number {
  const { count, at } = stored()
  return Math.max(here, Date.now() - at < ROW ? count : 0)
}

export function countFollowing(): void {
  here = hops() + 1
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ count: here, at: Date.now() } satisfies Row))
  } catch {
    // storage is blocked in some frames; the count within this page still holds
  }
}

/** A page is shown: the row is over. */
export function settleHops(): void {
  here = 0
  try {
    sessionStorage.removeItem(KEY)
  } catch {}
}
