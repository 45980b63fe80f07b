import type { Page } from '@playwright/test'
import { accountMenu } from '../lib/forms.ts'
import { signInElsewhere } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, test } from '../lib/test.ts'

/** Of a computed color, whose channels run to 1 or to 255. The page has a hint of the brand's color. */
function themeOf(color: string): 'light' | 'dark' {
  const [red = 0] = (color.match(/\d[\d.]*/g) ?? []).map(Number)
  return (color.startsWith('color(') ? red : red / 255) > 0.5 ? 'light' : 'dark'
}

const theme = async (page: Page) =>
  themeOf(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))

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

test('follows the theme of the system', FULL, async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('/en/login')
  expect(await theme(page)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await theme(page)).toBe('light')
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
  await expect.poll(() => theme(page)).toBe('dark')
  await open('/en/profile')
  expect((await backgrounds()).map(themeOf)).toEqual(['dark'])
  await context.clearCookies({ name: 'utoken' })
  await open('/zh/login')
  expect((await backgrounds()).map(themeOf)).toEqual(['dark'])
})
