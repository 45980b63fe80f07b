import type { Page } from '@playwright/test'
import { focusedLabel, waitForPath } from '../lib/forms.ts'
import { codeFor } from '../lib/mailbox.ts'
import { newEmail } from '../lib/people.ts'
import { expect, FULL, test } from '../lib/test.ts'

const TABBABLE = 'a[href], button:not([tabindex="-1"]), input'

/** Presses Tab until the element with this label has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const stops: string[] = []
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press(key)
    const label = await focusedLabel(page)
    stops.push(label)
    if (typeof name === 'string' ? label === name : name.test(label)) return
  }
  throw new Error(`${name} is not reached by Tab, only ${stops.join(' | ')}`)
}

const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return true
    }
    const marked = document.activeElement?.parentElement?.querySelector('[data-marked]')
    return marked !== null && marked !== undefined
  })

test('works from sign-up to sign-out with the keyboard alone', async ({ page, url, open }) => {
  const address = newEmail()
  await open('/en/login')
  await tabTo(page, 'Sign up')
  await page.keyboard.press('Enter')
  await waitForPath(page, '/en/register')
  await page.getByRole('heading', { level: 1, name: 'Create your' }).waitFor()
  await tabTo(page, 'Email')
  await page.keyboard.type(address)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedLabel(page)).toBe('Verification code')
  await page.keyboard.type(await codeFor(url, address))
  await expect.poll(() => focusedLabel(page)).toBe('Password')
  await page.keyboard.type('cut-along-77')
  await tabTo(page, /^I have read/)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Welcome to/ }).waitFor()
  await tabTo(page, 'Continue')
  await page.keyboard.press('Enter')
  await waitForPath(page, '/en/profile')
  await page.getByRole('button', { name: 'Account and display' }).waitFor()
  // A new page has the focus on its heading, below the header.
  await expect.poll(() => focusedLabel(page)).toMatch(/^ada-/)
  await tabTo(page, /Account and display/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Log out')
  await page.keyboard.press('Enter')
  await waitForPath(page, '/en/login')
})

test('shows the focus on every element that Tab reaches', FULL, async ({ page, open }) => {
  // Together they have every kind of control that a visitor meets.
  for (const path of ['register', 'login-business', 'terms']) {
    await open(`/en/${path}`)
    const all = page.locator(TABBABLE).filter({ visible: true })
    const stops = await all.count()
    // The page may have focused its first field.
    await all.first().focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    for (let stop = 0; stop < stops; stop++) {
      if (stop > 0) await page.keyboard.press('Tab')
      expect(await isFocusVisible(page), `${path}: ${await focusedLabel(page)}`).toBe(true)
    }
  }
})

test('moves between the tabs of the login page with the arrow keys', FULL, async ({ page, open }) => {
  await open('/en/login')
  await page.getByRole('tab', { name: 'Password' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await focusedLabel(page)).toBe('Email code')
  await page.getByRole('button', { name: 'Get code' }).waitFor()
  await page.keyboard.press('Home')
  expect(await focusedLabel(page)).toBe('Password')
})
