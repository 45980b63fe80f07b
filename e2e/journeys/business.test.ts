import {
  account,
  agreement,
  fieldMessage,
  focusedLabel,
  logIn,
  password,
  signOut,
  waitForPath,
  waitForPerson,
} from '../lib/forms.ts'
import { BUSINESS } from '../lib/people.ts'
import { expect, FULL, test } from '../lib/test.ts'

test('signs an enterprise account in by its ID and out to its own login page', async ({ page, open }) => {
  await open('/en/login')
  await page.getByRole('link', { name: 'Business login' }).click()
  await waitForPath(page, '/en/login-business')
  await account(page).fill(BUSINESS.account)
  await password(page).fill(BUSINESS.password)
  await agreement(page).check()
  await logIn(page)
    .or(page.getByRole('button', { name: 'Business login' }))
    .click()
  await waitForPath(page, '/en/profile-business/settings')
  await waitForPerson(page, BUSINESS.account)
  await page.getByRole('navigation').getByRole('link', { name: 'Account security' }).click()
  await waitForPath(page, '/en/profile-business/security')
  await page.getByText('Active now').waitFor()
  await page.getByRole('link', { name: 'Devices and apps' }).click()
  await expect(page.getByRole('region', { name: 'Devices and apps' })).toBeFocused()
  await open('/en/profile-business/security/password')
  await page.getByRole('button', { name: 'Change password' }).waitFor()
  expect(await page.getByText('Active now').count()).toBe(0)
  await open('/en/profile-business/settings')
  await page.getByRole('link', { name: 'All company details' }).click()
  await waitForPath(page, '/en/profile-business/company')
  await open('/en/profile-business/company#country')
  await expect(page.getByRole('combobox', { name: 'Country or region' })).toBeFocused()
  await signOut(page)
  await waitForPath(page, '/en/login-business')
})

test('names the missing fields of the business form', FULL, async ({ page, open }) => {
  await open('/en/login-business')
  await logIn(page).click()
  await expect.poll(() => fieldMessage(page, 'Business account ID')).toBe('Please enter your account')
  expect(await focusedLabel(page)).toBe('Business account ID')
})

test('shows a wrong enterprise password in the form', FULL, async ({ page, open, expectConsole }) => {
  expectConsole(/\/v1\/enterprise\/login/)
  await open('/en/login-business')
  await account(page).fill('no-such-workshop')
  await password(page).fill('cut-along-00')
  await agreement(page).check()
  await logIn(page).click()
  await page.getByRole('alert').getByText('Incorrect account or password.').waitFor()
  expect(await account(page).inputValue()).toBe('no-such-workshop')
})
