import type { Page } from '@playwright/test'
import { finishSignUp, startSignUp, toasts, waitForPath } from '../lib/forms.ts'
import { codeFor } from '../lib/mailbox.ts'
import { newEmail, newPerson } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { readQrCode } from '../lib/read-qr-code.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, provide, test } from '../lib/test.ts'

// The simulated machine can be claimed once: not in the product that tests share.
let product: Product
test.beforeAll(async () => {
  product = await startProduct({ HUMAN_CHECK: 'off' })
})
test.afterAll(() => product?.close())
test.use({ url: provide(() => product.url) })

// Toasts are dialogs too.
const dialog = (page: Page) => page.locator('dialog[open]')
const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const confirm = (page: Page) => dialog(page).locator('button[type=submit]').click()

/** Closes the dialog with a link. Returns the link. */
async function takeLink(page: Page): Promise<string> {
  await dialog(page).getByRole('img', { name: 'QR code of the link' }).waitFor()
  const link = await dialog(page).locator('code').last().textContent()
  await press(page, 'Done')
  return link ?? ''
}

test('a machine is claimed, shared with a person without an account, handed over, and owned by a workshop', async ({
  page,
  context,
  url,
  open,
  newVisitor,
  expectConsole,
}) => {
  expectConsole(/status of 404 .*\/people/)
  const owner = await newPerson(url)
  await setTokenCookie(context, url, owner.token)
  await open('/en/profile/machines')
  await press(page, 'Claim a machine')
  await page.keyboard.type('kerfdemolaser0000000001')
  await page.keyboard.press('Enter')
  const shown = await dialog(page).locator('output').textContent()
  const typed = await fetch(`${url}/dev/machine/digits/${shown?.replace(/\D/g, '')}`, { method: 'PUT' })
  await page.keyboard.type(((await typed.json()) as { code: string }).code)
  await page.keyboard.press('Enter')
  await heading(page, 'Laser cutter').waitFor()

  await press(page, 'Get a pass')
  await page.getByText('Change validity or name', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Name on the pass' }).fill('Ada')
  await press(page, 'Get passes (1)')
  await page.getByRole('region', { name: 'Your passes' }).waitFor()
  const picture = page.getByRole('img', { name: /^QR code of the pass for Laser cutter/ })
  const read = async () => readQrCode(await picture.screenshot())
  await expect.poll(read).toBeDefined()
  const pass = await read()
  // In a workshop's light: dim, with little contrast, out of focus and held askew.
  await picture.evaluate(element => {
    element.style.filter = 'contrast(0.35) brightness(0.7) blur(1.5px)'
    element.style.rotate = '9deg'
  })
  await expect.poll(read).toBe(pass)
  const machine = await context.newPage()
  await machine.goto(`${url}/dev/machine`)
  await machine.getByRole('textbox', { name: 'Pass, as its QR code holds it' }).fill(pass ?? '')
  await machine.getByRole('button', { name: 'Show it to the machine' }).click()
  await machine.getByText(/^Ready to start: Ada, until/).waitFor()
  for (let day = 0; day < 8; day++) await machine.getByRole('button', { name: 'Clock +1 day' }).click()
  await machine.getByRole('button', { name: 'Show it to the machine' }).click()
  await machine.getByText('This pass has ended. Get a new one.').waitFor()
  await machine.close()
  await page.goBack()

  await press(page, 'Invite')
  await confirm(page)
  const invitation = await takeLink(page)

  const guest = await newVisitor()
  const requested: string[] = []
  guest.page.on('request', request => requested.push(request.url()))
  await guest.page.goto(invitation)
  const secret = new URL(invitation).hash.slice(1)
  const address = newEmail('bo')
  await heading(guest.page, 'You’ve been offered a machine').waitFor()
  expect(guest.page.url()).not.toContain(secret)
  await guest.page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await startSignUp(guest.page, address)
  await finishSignUp(guest.page, await codeFor(url, address))
  await waitForPath(guest.page, '/en/machines/join')
  await press(guest.page, 'Accept')
  await heading(guest.page, 'Welcome to the machine').waitFor()
  expect(requested.filter(one => one.includes(secret))).toEqual([])
  expect(await guest.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(secret)
  await guest.page.getByRole('main').getByRole('link', { name: 'Show the machine' }).click()
  await guest.page.getByText('Your role').waitFor()

  await page.reload()
  await page.getByRole('button', { name: /^Remove / }).click()
  await confirm(page)
  await toasts(page)
    .getByText(/is removed\.$/)
    .waitFor()
  await guest.page.reload()
  await heading(guest.page, 'You have no access to this machine').waitFor()

  await press(page, 'Start handover')
  await confirm(page)
  const transfer = await takeLink(page)
  await guest.page.goto(transfer)
  await guest.page.getByText('Compare the SN with the label').waitFor()
  await press(guest.page, 'Become the owner')
  await heading(guest.page, 'The machine is yours').waitFor()
  await page.reload()
  await heading(page, 'You have no access to this machine').waitFor()

  const link = (on: Page, name: string | RegExp) => on.getByRole('main').getByRole('link', { name })
  await guest.page.goto(`${url}/en/profile/machines`)
  await press(guest.page, 'Create a workshop')
  await guest.page.keyboard.type('Attic')
  await guest.page.keyboard.press('Enter')
  await heading(guest.page, 'Attic').waitFor()
  await press(guest.page, 'New join code')
  const code = await takeLink(guest.page)
  await page.goto(code)
  await press(page, 'Ask to join')
  await heading(page, 'Waiting for approval').waitFor()
  await guest.page.reload()
  await guest.page.getByRole('button', { name: /^Approve / }).click()
  await guest.page.getByRole('button', { name: /^Actions for / }).click()
  await guest.page.getByRole('menuitem', { name: 'Make admin' }).click()
  await confirm(guest.page)
  await expect(dialog(guest.page)).toBeHidden()

  await link(guest.page, 'All machines').click()
  await link(guest.page, /^Laser cutter/).click()
  await press(guest.page, 'Choose a workshop')
  await dialog(guest.page).getByRole('textbox').fill('000001')
  await confirm(guest.page)
  await toasts(guest.page).getByText('The machine belongs to Attic now.').waitFor()
  await press(guest.page, 'Release machine')
  await dialog(guest.page).getByRole('textbox').fill('000001')
  await confirm(guest.page)
  await toasts(guest.page)
    .getByText(/^Takes effect on /)
    .waitFor()
  await page.goto(`${url}/en/profile/machines`)
  await link(page, /^Laser cutter/).click()
  await page.getByRole('button', { name: /^Cancel release: Releasing / }).click()
  await toasts(page).getByText('It is canceled.').waitFor()
  await guest.page.reload()
  await guest.page.getByRole('button', { name: 'Release machine' }).waitFor()
})
