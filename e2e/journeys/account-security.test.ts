import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import {
  enterCode,
  fieldMessage,
  getCode,
  newPassword,
  newPasswordAgain,
  signIn,
  toasts,
  waitForPath,
} from '../lib/forms.ts'
import { codeFor, mailsTo } from '../lib/mailbox.ts'
import { newEmail, newPerson, type Person, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, type Journey, PHONE, test, type Visitor } from '../lib/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click()

async function openSecurity({ context, url, open }: Journey, options = {}): Promise<Person> {
  const person = await newPerson(url)
  await setTokenCookie(context, url, person.token, options)
  await open('/en/profile/security')
  return person
}

/** Signs the same person in with another browser, which shows a page that needs few requests. */
async function signInWithAnotherBrowser({ newVisitor, url }: Journey, person: Person): Promise<Visitor> {
  const other = await newVisitor()
  await setTokenCookie(other.context, url, await signInElsewhere(url, person))
  await other.open('/en/profile/exchange')
  return other
}

test('signs a removed browser out within seconds', FULL, async ({ journey }) => {
  const { page, context, url, open } = journey
  journey.expectConsole(/status of 401/)
  const person = await newPerson(url)
  const other = await signInWithAnotherBrowser(journey, person)
  await setTokenCookie(context, url, person.token)
  await open('/en/profile/security/devices')
  await expect(page.getByRole('region')).toHaveCount(1)
  await page.getByText('This device').waitFor()
  await page
    .getByRole('button', { name: /^Remove \S.*, last login/ })
    .first()
    .click()
  const expired = toasts(other.page).getByText('Your login has expired. Log in again.').waitFor()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await toasts(page).getByText('The device is logged out.').waitFor()
  await page.getByText('You are not logged in on any other device.').waitFor()
  await waitForPath(other.page, '/en/login')
  await expired
})

test.describe(() => {
  test.use(PHONE)
  test('requires the old password for a new one and ends all other sessions', FULL, async ({ journey }) => {
    const { page } = journey
    journey.expectConsole(/status of 4\d\d/)
    const person = await openSecurity(journey)
    const other = await signInWithAnotherBrowser(journey, person)
    await press(page, 'Change password')
    await dialog(page).getByRole('textbox', { name: 'Current password' }).fill('cut-along-00')
    await newPassword(page).fill('engrave-88')
    await newPasswordAgain(page).fill('engrave-88')
    const submit = dialog(page).getByRole('button', { name: 'Change password' })
    await submit.click()
    await expect.poll(() => fieldMessage(page, 'Current password')).toBe('Incorrect password.')
    await dialog(page).getByRole('textbox', { name: 'Current password' }).fill(person.password)
    await submit.click()
    await toasts(page).getByText('Your password was changed.').waitFor()
    await waitForPath(other.page, '/en/login')
    await signIn(other.page, { ...person, password: 'engrave-88' })
    await waitForPath(other.page, '/en/profile/exchange')
  })
})

test('changes the email address by a code to the new one and notifies both', FULL, async ({ journey }) => {
  const { page, url } = journey
  const person = await openSecurity(journey)
  const next = newEmail('ada-new')
  await press(page, 'Change email')
  await dialog(page).getByRole('textbox', { name: 'New email' }).fill(next)
  await getCode(page).click()
  await enterCode(dialog(page), await codeFor(url, next))
  await dialog(page).getByRole('button', { name: 'Change email' }).click()
  await toasts(page).getByText(`Your email is now ${next}.`).waitFor()
  await page.getByRole('main').getByText(next).first().waitFor()
  await expect.poll(async () => (await mailsTo(url, person.email)).length).toBeGreaterThan(1)
  await expect.poll(async () => (await mailsTo(url, next)).length).toBeGreaterThan(1)
})

test(
  'asks for reauthentication in a browser that got the token only, and continues the change',
  FULL,
  async ({ journey }) => {
    const { page, url } = journey
    journey.expectConsole(/status of 403/)
    const person = await openSecurity(journey, { stolen: true })
    const next = newEmail('ada-new')
    await press(page, 'Change email')
    await dialog(page).getByRole('textbox', { name: 'New email' }).fill(next)
    await getCode(page).click()
    await enterCode(dialog(page), await codeFor(url, next))
    await dialog(page).getByRole('button', { name: 'Change email' }).click()
    const reauthentication = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await reauthentication.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await reauthentication.getByRole('button', { name: 'Confirm', exact: true }).click()
    // The password alone does not move the account.
    await reauthentication.getByRole('button', { name: /^Get code/ }).click()
    await enterCode(reauthentication, await codeFor(url, person.email, 2))
    await toasts(page).getByText(`Your email is now ${next}.`).waitFor()
  },
)

test('downloads the data after reauthentication, then deletes the account', async ({ journey }) => {
  const { page, url } = journey
  journey.expectConsole(/status of 40[13]/)
  const person = await openSecurity(journey, { stolen: true })
  const downloading = page.waitForEvent('download')
  await press(page, 'Download ZIP file')
  const reauthentication = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await reauthentication.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await reauthentication.getByRole('button', { name: 'Confirm', exact: true }).click()
  const archive = await downloading
  expect(archive.suggestedFilename()).toMatch(/^Kerf-Passport-data-[\d-]+\.zip$/)
  const entries = unzipSync(await readFile(await archive.path()))
  expect(strFromU8(entries['index.html'] ?? new Uint8Array())).toContain(person.email)
  await press(page, 'Delete account')
  await getCode(page).click()
  await dialog(page).getByRole('button', { name: 'Delete permanently' }).click()
  await expect.poll(() => fieldMessage(page, 'Verification code')).not.toBe('')
  await enterCode(dialog(page), await codeFor(url, person.email, 2))
  await dialog(page).getByRole('checkbox', { name: 'I remain responsible for outstanding payments' }).check()
  await dialog(page).getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
  await page.getByRole('link', { name: 'Go to login' }).click()
  await waitForPath(page, '/en/login')
  await signIn(page, person)
  await page.getByRole('alert').getByText('Incorrect account or password.').waitFor()
})

test(
  'ends every session by the link "this was not me" once its button is pressed',
  FULL,
  async ({ journey }) => {
    const { page, url, open } = journey
    journey.expectConsole(/status of 401/)
    const person = await newPerson(url)
    const other = await signInWithAnotherBrowser(journey, person)
    const link = async () =>
      (await mailsTo(url, person.email)).flatMap(mail => /http\S+\/not-me\S*/.exec(mail.text) ?? [])[0]
    await expect.poll(link).toBeTruthy()
    const address = new URL((await link()) ?? '')
    await open(address.pathname + address.search + address.hash)
    await expect.poll(() => page.url()).not.toContain(address.hash.slice(1, 20))
    await page.getByRole('button', { name: 'No, log out everywhere' }).click()
    await page.getByRole('heading', { name: 'Logged out everywhere' }).waitFor()
    await waitForPath(other.page, '/en/login')
    await page.getByRole('link', { name: 'Set a new password' }).click()
    await waitForPath(page, '/en/findpwd')
  },
)
