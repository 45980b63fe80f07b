import { onTestFinished } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** Viewport of the configuration, restored after each test that changes it. */
const [DEFAULT_WIDTH, HEIGHT] = [390, 844]

/** Sets the width of the viewport in CSS pixels until the end of the test. */
export async function setViewportWidth(width: number): Promise<void> {
  onTestFinished(() => page.viewport(DEFAULT_WIDTH, HEIGHT))
  await page.viewport(width, HEIGHT)
}

/** Pixels by which the content is wider than the viewport. */
export const horizontalOverflow = (): number =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth

export const hasFocusWithin = (locator: Locator): boolean => locator.element().matches(':focus-within')
