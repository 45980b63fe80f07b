import type { Page } from '@playwright/test'

/**
 * Waits until the page is hydrated: React then marks every element it owns. Before that the page is visible but does
 * not react to input.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some(key => key.startsWith('__reactProps'))
  })
}
