import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'

const TYPEFACE = new URL('../../packages/portal/src/ui/typeface/hanken-grotesk.woff2', import.meta.url)

/**
 * Gives all pages of the context the typeface before they begin to load. A busy machine would load it after the first paint, and
 * what it moves then is measured by tests of their own.
 */
export async function provideTypeface(context: BrowserContext): Promise<void> {
  await context.addInitScript(data => {
    const bytes = Uint8Array.from(atob(data), char => char.charCodeAt(0))
    // As in typeface.css.
    const add = (family: string, unicodeRange: string) =>
      document.fonts.add(new FontFace(family, bytes, { weight: '400 650', unicodeRange }))
    add('Hanken Grotesk', 'U+0-10FFFF')
    add('Hanken Grotesk zh', 'U+20-FF, U+2022')
  }, readFileSync(TYPEFACE).toString('base64'))
}

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

export interface FoundShift {
  /** CSS classes of what moved */
  readonly moved: string
  readonly value: number
}

/** Layout shifts without user input since the page was opened. */
export const findShifts = (page: Page): Promise<FoundShift[]> =>
  page.evaluate(
    () =>
      new Promise<FoundShift[]>(resolve => {
        const found: FoundShift[] = []
        new PerformanceObserver(list => {
          for (const entry of list.getEntries() as Shift[]) {
            if (entry.hadRecentInput || entry.value === 0) continue
            const moved = entry.sources.map(({ node }) => (node as Element | null)?.className ?? '')
            found.push({ moved: moved.join(', '), value: entry.value })
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are delivered in a separate task, before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)))
      }),
  )
