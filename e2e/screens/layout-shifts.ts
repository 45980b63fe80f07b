import type { Page } from '@playwright/test'

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

/** Layout shifts without user input since the page was opened, as `CSS class: amount`. */
export const findShifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>(resolve => {
        const found: string[] = []
        new PerformanceObserver(list => {
          for (const entry of list.getEntries() as Shift[]) {
            if (entry.hadRecentInput || entry.value === 0) continue
            const moved = entry.sources.map(({ node }) => (node as Element | null)?.className ?? '')
            found.push(`${moved.join(', ')}: ${entry.value}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are delivered in a separate task, before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)))
      }),
  )
