import type { Page } from '@playwright/test'

/**
 * Waits until the script has taken the page over: React marks every element it owns. Before that a page can be seen
 * but does not answer as it will.
 */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some(key => key.startsWith('__reactProps'))
  })
}
