import type { BrowserContext, Page } from '@playwright/test'

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

const TYPEFACE_MARK = 'typeface-usable'

/** Notes in each page of the context when the typeface can be used. */
export async function noteTypeface(context: BrowserContext): Promise<void> {
  await context.addInitScript(mark => {
    document.fonts?.addEventListener('loadingdone', () => performance.mark(mark), { once: true })
  }, TYPEFACE_MARK)
}

/** Lines break in other places than with the fallback font, so it cannot be 0. */
const LATE_TYPEFACE_MAX = 0.01

/**
 * Layout shifts without user input since the page was opened, as `CSS class: amount`. On a busy machine the typeface may come
 * after the first paint: the first shift after it is left out up to that limit, which layout-shift.test.ts tries on purpose.
 */
export const findShifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([mark, lateMax]) =>
      new Promise<string[]>(resolve => {
        const found: string[] = []
        const [paint] = performance.getEntriesByName('first-contentful-paint')
        const [typeface] = performance.getEntriesByName(mark)
        let isTypefaceDue =
          paint !== undefined && typeface !== undefined && typeface.startTime > paint.startTime
        new PerformanceObserver(list => {
          for (const entry of list.getEntries() as Shift[]) {
            if (entry.hadRecentInput || entry.value === 0) continue
            if (isTypefaceDue && typeface && entry.startTime >= typeface.startTime) {
              isTypefaceDue = false
              if (entry.value <= lateMax) continue
            }
            const moved = entry.sources.map(({ node }) => (node as Element | null)?.className ?? '')
            found.push(`${moved.join(', ')}: ${entry.value}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are delivered in a separate task, before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)))
      }),
    [TYPEFACE_MARK, LATE_TYPEFACE_MAX] as const,
  )
