import type { Page } from '@playwright/test'
import { accountMenu, fieldMessage, waitForPath } from '../lib/forms.ts'
import { newPerson } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, type Journey, test } from '../lib/test.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name })
const nickname = (page: Page) => page.getByRole('textbox', { name: 'Nickname' })
const waitForSaved = (page: Page, name: string) =>
  card(page, name).getByText('Saved', { exact: true }).waitFor()
const save = (page: Page, name: string) => card(page, name).getByRole('button', { name: 'Save' }).click()

async function openSettings({ context, url, open }: Journey): Promise<void> {
  const person = await newPerson(url)
  await setTokenCookie(context, url, person.token)
  await open('/en/profile/settings')
}

test('saves the profile, requires gender and a birthday in the past, and asks before leaving unsaved changes', async ({
  journey,
}) => {
  const { page, open } = journey
  await openSettings(journey)
  await nickname(page).fill('Ada of the gears')
  await page.getByRole('textbox', { name: 'Introduction' }).fill('Cuts brass.\n切割黄铜。')
  await save(page, 'About you')
  await waitForSaved(page, 'About you')
  await accountMenu(page).getByText('Ada of the gears').waitFor()
  await nickname(page).fill('Typed by mistake')
  await save(page, 'About you')
  await accountMenu(page).getByText('Typed by mistake').waitFor()
  await card(page, 'About you').getByRole('button', { name: 'Undo' }).click()
  await accountMenu(page).getByText('Ada of the gears').waitFor()

  await page.getByRole('radio', { name: 'Female' }).check()
  await save(page, 'Personal details')
  await expect.poll(() => fieldMessage(page, 'Birthday')).toBe('Please enter your birthday')
  await card(page, 'Personal details').getByRole('button', { name: 'Discard' }).click()
  await page.getByLabel('Birthday').fill('2999-01-01')
  await save(page, 'Personal details')
  await page.getByText('Please choose your gender').waitFor()
  await page.getByRole('radio', { name: 'Female' }).check()
  await save(page, 'Personal details')
  await expect.poll(() => fieldMessage(page, 'Birthday')).toBe('Your birthday cannot be in the future')
  await page.getByLabel('Birthday').fill('1965-12-10')
  await save(page, 'Personal details')
  await waitForSaved(page, 'Personal details')

  await open('/en/profile/settings')
  expect(await nickname(page).inputValue()).toBe('Ada of the gears')
  expect(await page.getByRole('textbox', { name: 'Introduction' }).inputValue()).toBe(
    'Cuts brass.\n切割黄铜。',
  )
  expect(await page.getByLabel('Birthday').inputValue()).toBe('1965-12-10')
  expect(await page.getByRole('radio', { name: 'Female' }).isChecked()).toBe(true)

  await nickname(page).fill('Ada')
  const security = page.getByRole('navigation').getByRole('link', { name: 'Account security' })
  await security.click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByText('Nickname').waitFor()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  expect(await nickname(page).inputValue()).toBe('Ada')
  await security.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await waitForPath(page, '/en/profile/security')
})

test('finds country and state by typing in the language of the page', FULL, async ({ journey }) => {
  const { page, open } = journey
  await openSettings(journey)
  const country = page.getByRole('combobox', { name: 'Country or region' })
  await country.fill('germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  const region = page.getByRole('combobox', { name: 'State or province' })
  await region.fill('bav')
  await page.getByRole('option', { name: /^Bavaria|^Bayern/ }).click()
  await save(page, 'Personal details')
  await waitForSaved(page, 'Personal details')
  await open('/zh/profile/settings')
  await expect.poll(() => page.getByRole('combobox', { name: '国家或地区' }).inputValue()).toBe('德国')
})

test('keeps the form after a failed save and saves at the second attempt', FULL, async ({ journey }) => {
  const { page } = journey
  journey.expectConsole(/otherinfo|ERR_CONNECTION/)
  await openSettings(journey)
  await nickname(page).fill('Ada')
  await page.route('**/v1/user/otherinfo', route => route.abort('connectionreset'))
  await save(page, 'About you')
  await card(page, 'About you').getByRole('alert').getByText('Network connection failed').waitFor()
  expect(await nickname(page).inputValue()).toBe('Ada')
  await page.unroute('**/v1/user/otherinfo')
  await save(page, 'About you')
  await waitForSaved(page, 'About you')
})
