import type { Page } from '@playwright/test'
import {
  account,
  email,
  enterCode,
  fieldMessage,
  goOn,
  logIn,
  newPassword,
  newPasswordAgain,
  password,
  signIn,
  waitForPath,
  waitForPerson,
} from '../lib/forms.ts'
import { codeFor, mailsTo } from '../lib/mailbox.ts'
import { newPerson } from '../lib/people.ts'
import { setTokenCookie, tokenCookie } from '../lib/session.ts'
import { expect, FULL, PHONE, test } from '../lib/test.ts'

const setPassword = (page: Page) => page.getByRole('button', { name: 'Set password and log in' })

test('replaces a forgotten password and ends every other session', async ({ journey }) => {
  const { page, url, open } = journey
  const person = await newPerson(url)
  journey.expectConsole(/status of 401/)
  const other = await journey.newVisitor()
  await setTokenCookie(other.context, url, person.token)
  await other.open('/en/profile')
  await waitForPerson(other.page, person.email)

  await open('/en/login')
  await email(page).fill(person.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await goOn(page).click()
  await enterCode(page, await codeFor(url, person.email, 2))
  await newPassword(page).fill('engrave-88')
  await newPasswordAgain(page).fill('engrave-88')
  await setPassword(page).click()
  await waitForPath(page, '/en/profile')

  await other.page.reload()
  await waitForPath(other.page, '/en/login')
  expect(await tokenCookie(other.context)).toBeUndefined()
  await signIn(other.page, person)
  await other.page.getByRole('alert').getByText('Incorrect account or password.').waitFor()
  await password(other.page).fill('engrave-88')
  await logIn(other.page).click()
  await waitForPath(other.page, '/en/profile')
  await expect.poll(async () => (await mailsTo(url, person.email)).length).toBeGreaterThanOrEqual(3)
})

test.describe(() => {
  test.use(PHONE)
  test('reports two different passwords before anything is sent', FULL, async ({ page, url, open }) => {
    const person = await newPerson(url)
    await open('/en/findpwd')
    await goOn(page).click()
    await expect.poll(() => fieldMessage(page, 'Email')).toBe('Please enter your email')
    await email(page).fill(person.email)
    await goOn(page).click()
    await enterCode(page, await codeFor(url, person.email, 2))
    await newPassword(page).fill('engrave-88')
    await newPasswordAgain(page).fill('engrave-89')
    await setPassword(page).click()
    await expect
      .poll(() => fieldMessage(page, 'Confirm new password'))
      .toBe('The two passwords must be the same.')
    expect(await newPassword(page).inputValue()).toBe('engrave-88')
  })
})

test(
  'reports an unknown email beside the field of the recovery form',
  FULL,
  async ({ page, open, expectConsole }) => {
    expectConsole(/\/v1\/verify\/email/)
    await open('/en/findpwd')
    await email(page).fill('nobody@example.com')
    await goOn(page).click()
    await expect.poll(() => fieldMessage(page, 'Email')).toBe('Email not found. Check it or sign up.')
  },
)

test('recovers an enterprise account by its ID and returns to its login page', FULL, async ({ journey }) => {
  const { page, open } = journey
  journey.expectConsole(/\/v1\/enterprise\/verify\/account/)
  await open('/en/login-business')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Reset business password' }).waitFor()
  await account(page).fill('no-such-workshop')
  await goOn(page).click()
  await expect.poll(() => fieldMessage(page, 'Business account ID')).toBe('This account does not exist.')
  await account(page).fill('demo-workshop')
  await goOn(page).click()
  await expect.poll(() => fieldMessage(page, 'Verification code')).toMatch(/code to o\S*\*\S*@demo\.example/)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('link', { name: 'Back to business login' }).click()
  await waitForPath(page, '/en/login-business')
})
