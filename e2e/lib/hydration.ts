import { expect, type FrameLocator, type Page } from '@playwright/test'

/**
 * Waits until the page or frame is hydrated: React then marks every element it owns. A prerendered form is visible before, but a press
 * submits it natively, and its values are lost.
 */
export const waitForHydration = (target: Pick<Page | FrameLocator, 'locator'>): Promise<void> =>
  expect(async () => {
    const isHydrated = await target
      .locator('main')
      .evaluate(main => Object.keys(main).some(key => key.startsWith('__reactProps')))
    expect(isHydrated).toBe(true)
  }).toPass({ timeout: 60_000, intervals: [50] })
