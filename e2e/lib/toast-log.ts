/** Records every toast of a page, because a toast that has disappeared leaves no trace. */
import type { Page } from '@playwright/test'

interface Toast {
  readonly text: string
  /** how long it was shown; undefined while it is shown */
  readonly shownMs: number | undefined
}

declare global {
  interface Window {
    toastLog?: { text: string; from: number; to?: number; node: Node }[]
  }
}

/** Call this before the page is opened. */
export async function logToasts(page: Page): Promise<() => Promise<readonly Toast[]>> {
  await page.addInitScript(() => {
    const log: NonNullable<Window['toastLog']> = []
    window.toastLog = log
    const isToast = (node: Node) =>
      node instanceof HTMLElement && node.dataset.tone && node.closest('[popover]')
    new MutationObserver(changes => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const added of addedNodes) {
          const all = added instanceof HTMLElement ? [added, ...added.querySelectorAll('[data-tone]')] : []
          for (const node of all.filter(isToast))
            log.push({ text: node.textContent ?? '', from: performance.now(), node })
        }
        for (const node of removedNodes) {
          const entry = log.find(one => one.node === node)
          if (entry) entry.to = performance.now()
        }
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return () =>
    page.evaluate(() =>
      (window.toastLog ?? []).map(({ text, from, to }) => ({
        text,
        shownMs: to === undefined ? undefined : to - from,
      })),
    )
}
