/** Records every toast of a page, because a toast that has disappeared leaves no trace. */
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    toastLog?: string[]
  }
}

/** Call this before the page is opened. Returns the texts of all toasts so far. */
export async function logToasts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const log: string[] = []
    window.toastLog = log
    const isToast = (node: HTMLElement) => node.dataset.tone && node.closest('[popover]')
    new MutationObserver(changes => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const all =
          added instanceof HTMLElement ? [added, ...added.querySelectorAll<HTMLElement>('[data-tone]')] : []
        for (const node of all.filter(isToast)) log.push(node.textContent)
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => window.toastLog ?? [])
}
