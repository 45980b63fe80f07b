import type { Page } from '@playwright/test'
import { kerf, newCodes } from '../lib/codes.ts'
import { fieldMessage, signIn, toasts, waitForPath } from '../lib/forms.ts'
import { newPerson, type Person } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, type Journey, PHONE, test } from '../lib/test.ts'

const code = (page: Page) => page.getByRole('textbox', { name: 'Redemption code' })
const confirmAccount = (page: Page) => page.getByRole('checkbox', { name: 'Yes, redeem to this account' })
const redeem = (page: Page) => page.getByRole('button', { name: 'Redeem', exact: true })
const history = (page: Page) => page.getByRole('region', { name: 'Redemption history' })
const errorOf = (page: Page) => fieldMessage(page, 'Redemption code')
const grouped = (text: string) => text.replace(/(.{4})(?=.)/g, '$1-')

async function openExchange(
  { context, url, open }: Journey,
  lang = 'en',
): Promise<Person & { token: string }> {
  const person = await newPerson(url)
  await setTokenCookie(context, url, person.token)
  await open(`/${lang}/profile/exchange`)
  return person
}

/** The date in the time zone of this machine, which the browser uses too. */
const today = (): string => new Date().toLocaleDateString('sv')

test('redeems a code for the confirmed account and lists it in the history', async ({ journey }) => {
  const { page, open } = journey
  const person = await openExchange(journey)
  const [given = ''] = await newCodes()
  await page.getByText('Nothing redeemed yet').waitFor()
  await redeem(page).click()
  await page.getByText('Please confirm the account first').waitFor()
  expect(await errorOf(page)).toBe('Redemption Code cannot be empty')
  await page.getByRole('main').getByText(person.email).first().waitFor()
  await confirmAccount(page).check()
  await code(page).pressSequentially(given.toLowerCase())
  expect(await code(page).inputValue()).toBe(grouped(given))
  const dateOfRedemption = today()
  await code(page).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Redeemed' })
  await dialog.getByText('Pro design library').waitFor()
  await dialog.getByText(`Valid from ${dateOfRedemption} to `).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const row = history(page).getByRole('listitem').filter({ hasText: 'Pro design library' })
  await row.waitFor()
  expect(await row.getByRole('definition').allTextContents()).toEqual([
    dateOfRedemption,
    expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    grouped(given),
  ])
  await row.getByText('Succeeded').waitFor()
  expect(await code(page).inputValue()).toBe('')
  expect(page.url()).not.toContain(given)

  await open('/en/profile')
  await page
    .getByRole('navigation', { name: 'Account center' })
    .getByRole('link', { name: /exchange/i })
    .click()
  await row.waitFor()
})

test("explains each kind of wrong code and keeps the form's values", FULL, async ({ journey }) => {
  const { page } = journey
  journey.expectConsole(/status of 4\d\d/)
  await openExchange(journey)
  const [used = ''] = await newCodes()
  const [expired = ''] = await newCodes({ expires: '2020-01-01' })
  await confirmAccount(page).check()
  const expectError = async (typed: string, message: string) => {
    await code(page).fill(typed)
    await redeem(page).click()
    await expect.poll(() => errorOf(page)).toBe(message)
    expect(await code(page).inputValue()).toBe(grouped(typed.toUpperCase()))
  }
  await expectError('abcd', 'Incorrect code format. Please enter digits or letters.')
  await expectError('abcd!fgh12345678', 'Incorrect code format. Please enter digits or letters.')
  await expectError('ZZZZZZZZZZZZZZZZ', 'This redemption code is invalid.')
  await expectError(
    expired,
    'This redemption code has expired. Ask the shop where you got it, or contact customer service. Get help',
  )
  await code(page).fill(used)
  await redeem(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expectError(used, 'This redemption code has already been used.')
  expect(await confirmAccount(page).isChecked()).toBe(true)
})

test.describe(() => {
  test.use(PHONE)
  test(
    'accepts a code pasted with separators and shows the history as cards on a phone in Chinese',
    FULL,
    async ({ journey }) => {
      const { page, context } = journey
      await openExchange(journey, 'zh')
      const [given = ''] = await newCodes()
      await page.getByRole('checkbox', { name: '确认兑换到此账号' }).check()
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate(
        text => navigator.clipboard.writeText(text),
        ` ${given.replace(/(.{4})/g, '$1 – ')} `,
      )
      const field = page.getByRole('textbox', { name: '兑换码' })
      await field.focus()
      await page.keyboard.press('ControlOrMeta+V')
      await expect.poll(() => field.inputValue()).toBe(grouped(given))
      await page.getByRole('button', { name: '立即兑换' }).click()
      await page.getByRole('dialog', { name: '兑换成功' }).getByText('专业设计库').waitFor()
      await page.getByRole('button', { name: '完成' }).click()
      const card = page.getByRole('listitem').filter({ hasText: grouped(given) })
      await card.getByText('专业设计库').waitFor()
      await page.getByRole('navigation').getByRole('link', { name: '兑换' }).waitFor()
    },
  )
})

test('grants once when a code is sent again after a lost response', FULL, async ({ journey }) => {
  const { page } = journey
  journey.expectConsole(/ERR_FAILED/)
  await openExchange(journey)
  const [given = ''] = await newCodes()
  const keys: string[] = []
  await page.route('**/v1/exchange/effect', async route => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    const response = await route.fetch()
    if (keys.length === 1) await route.abort()
    else await route.fulfill({ response })
  })
  await confirmAccount(page).check()
  await code(page).fill(given)
  await redeem(page).click()
  await page.getByRole('alert').getByText('Network connection failed').waitFor()
  await redeem(page).click()
  await page.getByRole('dialog', { name: 'Redeemed' }).waitFor()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(keys[0]).not.toBe('')
})

test('rejects a restricted account and leaves the code valid', FULL, async ({ journey }) => {
  const { page } = journey
  journey.expectConsole(/status of 403/)
  const person = await openExchange(journey)
  const [given = ''] = await newCodes()
  await kerf('user', 'restrict', person.email, '--yes')
  await confirmAccount(page).check()
  await code(page).fill(given)
  await redeem(page).click()
  await page
    .getByRole('alert')
    .getByText(/account is restricted/i)
    .waitFor()
  await kerf('user', 'unrestrict', person.email, '--yes')
  await redeem(page).click()
  await page.getByRole('dialog', { name: 'Redeemed' }).waitFor()
})

test('returns to the page after switching to another account', FULL, async ({ journey }) => {
  const { page, url } = journey
  await openExchange(journey)
  const other = await newPerson(url)
  await confirmAccount(page).check()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out and continue' }).click()
  await waitForPath(page, '/en/login')
  await page.getByText('Log in to redeem your code.').waitFor()
  await signIn(page, other)
  await waitForPath(page, '/en/profile/exchange')
  await page.getByRole('main').getByText(other.email).first().waitFor()
  expect(await confirmAccount(page).isChecked()).toBe(false)
})

test('redeems nothing for another account that signed in meanwhile', FULL, async ({ journey }) => {
  const { page, context, url } = journey
  journey.expectConsole(/status of 403/)
  await openExchange(journey)
  const other = await newPerson(url)
  const [given = ''] = await newCodes()
  await confirmAccount(page).check()
  await page.route('**/v1/exchange/effect', async route => {
    await setTokenCookie(context, url, other.token)
    await route.continue({ headers: { ...route.request().headers(), utoken: other.token } })
  })
  await code(page).fill(given)
  await redeem(page).click()
  await toasts(page)
    .getByText(/authority/i)
    .waitFor()
  expect(await page.locator('dialog[open]').count()).toBe(0)

  // The page then switches to the other account and keeps no input of the first person.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('main').getByText(other.email).first().waitFor()
  expect(await confirmAccount(page).isChecked()).toBe(false)
  expect(await code(page).inputValue()).toBe('')
})
