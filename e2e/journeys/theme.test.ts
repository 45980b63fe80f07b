import type { Page } from '@playwright/test'
import { accountMenu } from '../lib/forms.ts'
import { signInElsewhere } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

const DARK = 'rgb(19, 18, 16)'
const LIGHT = 'rgb(245, 244, 240)'

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

/** Records the background colors of all painted frames. Call this before the page is opened. */
async function recordBackgrounds(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const record = () => {
      if (document.body) seen.add(getComputedStyle(document.documentElement).backgroundColor)
      requestAnimationFrame(record)
    }
    record()
  })
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
}

test('follows the theme of the system', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('/en/login')
  expect(await background(page)).toBe(DARK)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await background(page)).toBe(LIGHT)
})

test('keeps a chosen theme from the first paint on', async ({ page, context, url, open }) => {
  await setTokenCookie(context, url, await signInElsewhere(url))
  await page.emulateMedia({ colorScheme: 'light' })
  const backgrounds = await recordBackgrounds(page)
  await open('/en/profile')
  await accountMenu(page).click()
  await page
    .getByRole('radio', { name: 'Dark' })
    .or(page.getByRole('button', { name: 'Dark' }))
    .click()
  await expect.poll(() => background(page)).toBe(DARK)
  await open('/en/profile')
  expect(await backgrounds()).toEqual([DARK])
  await context.clearCookies({ name: 'utoken' })
  await open('/zh/login')
  expect(await backgrounds()).toEqual([DARK])
})
