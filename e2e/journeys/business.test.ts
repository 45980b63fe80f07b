import { expect } from 'vitest'
import {
  account,
  agreement,
  arrivesAt,
  focused,
  logIn,
  messageOf,
  password,
  showsPerson,
  signOut,
} from '../lib/forms.ts'
import { journey } from '../lib/journey.ts'
import { BUSINESS } from '../lib/people.ts'

journey('an enterprise account signs in by its ID and leaves by its own login', async ({ page, open }) => {
  await open('/en/login')
  await page.getByRole('link', { name: 'Business login' }).click()
  await arrivesAt(page, '/en/login-business')
  await account(page).fill(BUSINESS.account)
  await password(page).fill(BUSINESS.password)
  await agreement(page).check()
  await logIn(page)
    .or(page.getByRole('button', { name: 'Business login' }))
    .click()
  await arrivesAt(page, '/en/profile-business/settings')
  await showsPerson(page, BUSINESS.account)
  await signOut(page)
  await arrivesAt(page, '/en/login-business')
})

journey('the business form names what is missing', async ({ page, open }) => {
  await open('/en/login-business')
  await logIn(page).click()
  await expect.poll(() => messageOf(page, 'Business account ID')).toBe('Please enter your account')
  expect(await focused(page)).toBe('Business account ID')
})

journey('a wrong enterprise password is told in the form', async ({ page, open, expectConsole }) => {
  expectConsole(/\/v1\/enterprise\/login/)
  await open('/en/login-business')
  await account(page).fill('no-such-workshop')
  await password(page).fill('cut-along-00')
  await agreement(page).check()
  await logIn(page).click()
  await page.getByRole('alert').getByText('Incorrect account or password.').waitFor()
  expect(await account(page).inputValue()).toBe('no-such-workshop')
})
