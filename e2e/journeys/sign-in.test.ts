import {
  agreement,
  email,
  fieldMessage,
  focusedLabel,
  logIn,
  password,
  signIn,
  waitForPath,
  waitForPerson,
} from '../lib/forms.ts'
import { DEMO, newPerson } from '../lib/people.ts'
import { tokenCookie } from '../lib/session.ts'
import { expect, FULL, PHONE, test } from '../lib/test.ts'

const YEAR_SECONDS = 31_536_000

test('keeps a remembered sign-in for a year', async ({ page, context, open }) => {
  await open('/en/login')
  await signIn(page, DEMO, { remember: true })
  await waitForPath(page, '/en/profile')
  const cookie = await tokenCookie(context)
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - YEAR_SECONDS)).toBeLessThan(3600)
  expect(cookie).toMatchObject({ path: '/', sameSite: 'None', secure: true })
})

test.describe(() => {
  test.use(PHONE)
  test(
    'keeps a sign-in that is not remembered until the browser closes',
    FULL,
    async ({ page, context, open }) => {
      await open('/en/login')
      await signIn(page, DEMO)
      await waitForPath(page, '/en/profile')
      expect((await tokenCookie(context))?.expires).toBe(-1)
      await waitForPerson(page, DEMO.email)
    },
  )
})

test(
  'names every error of an empty form and focuses the first invalid field',
  FULL,
  async ({ page, open }) => {
    await open('/en/login')
    await logIn(page).click()
    await expect.poll(() => fieldMessage(page, 'Email')).toBe('Please enter your email')
    expect(await fieldMessage(page, 'Password')).toBe('Please enter your password')
    expect(await fieldMessage(page, 'I have read and agree')).toBe(
      'Please read and agree to the terms and the privacy policy',
    )
    expect(await focusedLabel(page)).toBe('Email')
    await email(page).fill('ada@')
    await logIn(page).click()
    await expect.poll(() => fieldMessage(page, 'Email')).toBe('Invalid email address')
    await email(page).fill('ada@example.com')
    await expect.poll(() => fieldMessage(page, 'Email')).toBe('')
    await logIn(page).click()
    await expect.poll(() => focusedLabel(page)).toBe('Password')
  },
)

test('requires the agreement', FULL, async ({ page, context, open }) => {
  await open('/en/login')
  await email(page).fill(DEMO.email)
  await password(page).fill(DEMO.password)
  await logIn(page).click()
  const box = agreement(page)
  await expect.poll(() => box.evaluate(element => element === document.activeElement)).toBe(true)
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  expect(await tokenCookie(context)).toBeUndefined()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await waitForPath(page, '/en/profile')
})

test('shows a wrong password in the form and keeps its values', FULL, async ({ journey }) => {
  const { page, url, open } = journey
  const person = await newPerson(url)
  journey.expectConsole(/\/v1\/login/)
  await open('/en/login')
  await signIn(page, { ...person, password: 'cut-along-78' }, { remember: true })
  await page.getByRole('alert').getByText('Incorrect account or password.').waitFor()
  expect(await email(page).inputValue()).toBe(person.email)
  expect(await password(page).inputValue()).toBe('cut-along-78')
  expect(await agreement(page).isChecked()).toBe(true)
  expect(new URL(page.url()).search).toBe('')
  await password(page).fill(person.password)
  await logIn(page).click()
  await waitForPath(page, '/en/profile')
})

test('rejects an unknown account with the same text', FULL, async ({ page, open, expectConsole }) => {
  expectConsole(/\/v1\/login/)
  await open('/en/login')
  await signIn(page, { email: 'nobody@example.com', password: 'cut-along-78' })
  await page.getByRole('alert').getByText('Incorrect account or password.').waitFor()
})

test('shows and hides a typed password', FULL, async ({ page, open }) => {
  await open('/en/login')
  await password(page).fill('cut-along')
  const show = page.getByRole('button', { name: 'Show: Password' })
  await show.click()
  expect(await password(page).getAttribute('type')).toBe('text')
  await show.click()
  expect(await password(page).getAttribute('type')).toBe('password')
})

test('keeps the email between the sign-in forms', FULL, async ({ page, open }) => {
  await open('/en/login')
  await email(page).fill('ada@example.com')
  await page.getByRole('tab', { name: 'Email code' }).click()
  expect(await email(page).inputValue()).toBe('ada@example.com')
  await page.getByRole('tab', { name: 'Password' }).click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await waitForPath(page, '/en/findpwd')
  await expect.poll(() => email(page).inputValue()).toBe('ada@example.com')
  await page.getByRole('link', { name: 'Back to login' }).click()
  await waitForPath(page, '/en/login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await waitForPath(page, '/en/register')
  await expect.poll(() => email(page).inputValue()).toBe('ada@example.com')
})
