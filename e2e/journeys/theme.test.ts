import type { Page } from '@playwright/test'
import { accountMenu } from '../lib/forms.ts'
import { signInElsewhere } from '../lib/people.ts'
import { carryToken } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

const DARK = 'rgb(19, 18, 16)'
const LIGHT = 'rgb(245, 244, 240)'

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

/** The ground in every frame that is painted from the very first on. Call before the page is opened. */
async function watchGround(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      if (document.body) seen.add(getComputedStyle(document.documentElement).backgroundColor)
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
}

test('follows the theme of the system', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('/en/login')
  expect(await ground(page)).toBe(DARK)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await ground(page)).toBe(LIGHT)
})

test('keeps a chosen theme from the first paint on', async ({ page, context, url, open }) => {
  await carryToken(context, url, await signInElsewhere(url))
  await page.emulateMedia({ colorScheme: 'light' })
  const grounds = await watchGround(page)
  await open('/en/profile')
  await accountMenu(page).click()
  await page
    .getByRole('radio', { name: 'Dark' })
    .or(page.getByRole('button', { name: 'Dark' }))
    .click()
  await expect.poll(() => ground(page)).toBe(DARK)
  await open('/en/profile')
  expect(await grounds()).toEqual([DARK])
  await context.clearCookies({ name: 'utoken' })
  await open('/zh/login')
  expect(await grounds()).toEqual([DARK])
})
