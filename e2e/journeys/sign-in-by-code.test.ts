import type { Page } from '@playwright/test'
import {
  agreement,
  byCode,
  code,
  email,
  enterCode,
  fieldMessage,
  focusedLabel,
  getCode,
  logIn,
  password,
  startSignUp,
  waitForPath,
} from '../lib/forms.ts'
import { codeFor } from '../lib/mailbox.ts'
import { newAddress, newEmail, newPerson } from '../lib/people.ts'
import { expect, FULL, test } from '../lib/test.ts'

const secondsLeft = async (page: Page) => Number(/\d+/.exec((await getCode(page).textContent()) ?? '')?.[0])

test('signs in with a code from the mailbox', async ({ page, url, open }) => {
  const person = await newPerson(url)
  await open('/en/login')
  await byCode(page).click()
  await email(page).fill(person.email)
  await getCode(page).click()
  await expect.poll(() => focusedLabel(page)).toBe('Verification code')
  await expect
    .poll(() => fieldMessage(page, 'Verification code'))
    .toContain('We sent a code to this address.')
  await agreement(page).check()
  await code(page).focus()
  // The sixth digit sends the form.
  await page.keyboard.type(await codeFor(url, person.email, 2))
  await waitForPath(page, '/en/profile')
})

test('shows a wrong code beside its field', FULL, async ({ page, url, open, expectConsole }) => {
  const person = await newPerson(url)
  expectConsole(/\/v1\/login\/email\/captcha/)
  await open('/en/login')
  await byCode(page).click()
  await email(page).fill(person.email)
  await getCode(page).click()
  const right = await codeFor(url, person.email, 2)
  await enterCode(page, String((Number(right) + 1) % 1_000_000).padStart(6, '0'))
  await agreement(page).check()
  await logIn(page).click()
  await expect.poll(() => fieldMessage(page, 'Verification code')).toBe('Incorrect verification code.')
  expect(await focusedLabel(page)).toBe('Verification code')
  await code(page).fill(right)
  await waitForPath(page, '/en/profile')
})

test(
  'accepts typing, pasting and deleting in the code boxes as in one field',
  FULL,
  async ({ page, url, open }) => {
    const person = await newPerson(url)
    await open('/en/login')
    await byCode(page).click()
    await email(page).fill(person.email)
    await getCode(page).click()
    await code(page).click()
    await page.keyboard.type('12a34567')
    expect(await code(page).inputValue()).toBe('123456')
    await page.keyboard.press('Backspace')
    expect(await code(page).inputValue()).toBe('12345')
    await code(page).fill('')
    await code(page).evaluate(input => {
      input.focus()
      document.execCommand('insertText', false, ' 987 654 ')
    })
    expect(await code(page).inputValue()).toBe('987654')
  },
)

test(
  'allows another code after 60 s and keeps the countdown after a reload',
  FULL,
  async ({ page, url, open }) => {
    const address = newEmail()
    await page.clock.install()
    await open('/en/register')
    await startSignUp(page, address)
    await codeFor(url, address)
    await getCode(page).getByText('Resend in').first().waitFor()
    const before = await secondsLeft(page)
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThanOrEqual(60)
    expect(await getCode(page).getAttribute('aria-disabled')).toBe('true')

    await page.clock.fastForward(10_000)
    await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(before - 10)
    await open('/en/register')
    await startSignUp(page, address)
    await getCode(page).getByText('Resend in').first().waitFor()
    expect(await secondsLeft(page)).toBeLessThanOrEqual(before - 10)

    await page.clock.fastForward(60_000)
    await getCode(page).getByText('Resend code').waitFor()
    expect(await getCode(page).getAttribute('aria-disabled')).toBeNull()
  },
)

test('leads an email without an account to sign-up and keeps the address', FULL, async ({ journey }) => {
  const { page, open } = journey
  journey.expectConsole(/\/v1\/verify\/email/)
  const address = newEmail('unknown')
  await open('/en/login')
  await byCode(page).click()
  await email(page).fill(address)
  await getCode(page).click()
  const invitation = page.getByRole('status').filter({ hasText: 'Email not found. Check it or sign up.' })
  await invitation.getByRole('link', { name: /^Create an account with/ }).click()
  await waitForPath(page, '/en/register')
  await expect.poll(() => email(page).inputValue()).toBe(address)
})

test(
  'offers a code in place after too many wrong passwords',
  FULL,
  async ({ page, url, open, expectConsole }) => {
    const person = await newPerson(url)
    expectConsole(/\/v1\/login/)
    const body = JSON.stringify({ email: person.email, password: 'not-the-one' })
    for (let i = 0; i < 10; i++) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() }
      await fetch(`${url}/v1/login`, { method: 'POST', headers, body })
    }
    await open('/en/login')
    await email(page).fill(person.email)
    await password(page).fill(person.password)
    await agreement(page).check()
    await logIn(page).click()
    const notice = page.getByRole('alert').filter({ hasText: /Try again in \d+ min/ })
    await notice.getByRole('button', { name: 'Log in with an email code instead' }).click()
    await getCode(page).click()
    await expect.poll(() => focusedLabel(page)).toBe('Verification code')
    await page.keyboard.type(await codeFor(url, person.email, 2))
    await waitForPath(page, '/en/profile')
  },
)
