import { newPerson } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, provide, test } from '../lib/test.ts'

// The simulated machine can be claimed once: not in the product that tests share.
let product: Product
test.beforeAll(async () => {
  product = await startProduct({ HUMAN_CHECK: 'off' })
})
test.afterAll(() => product?.close())
test.use({ url: provide(() => product.url) })

test('a person becomes the owner of a machine by its QR code and the digits, and ends the login elsewhere', async ({
  page,
  context,
  url,
  open,
  newVisitor,
  expectConsole,
}) => {
  expectConsole(/status of 401 .*userinfo/)
  const owner = await newPerson(url)
  const { page: machine } = await newVisitor()
  await machine.goto(`${url}/dev/machine`)
  await machine.clock.install()
  await machine.getByRole('button', { name: 'Log in by phone' }).click()
  await machine.getByRole('img', { name: 'QR code of the login' }).waitFor()
  const link = await machine.getByRole('link', { name: 'Open the link instead' }).getAttribute('href')
  const address = new URL(link ?? '')

  await setTokenCookie(context, url, owner.token)
  await open(address.pathname + address.search)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Continue' }).click()
  await main.getByText('SN ends in 000001').waitFor()
  await expect(main.getByRole('button', { name: /allow$/i }).first()).toHaveText('Don’t allow')
  await main.getByRole('button', { name: 'Allow', exact: true }).click()
  const digits = (await main.locator('output').textContent())?.replace(/\D/g, '') ?? ''
  expect(digits).toHaveLength(4)

  await machine.clock.fastForward(6_000)
  await machine.getByText('Type the four digits that the phone shows.').waitFor()
  await machine.keyboard.type(digits)
  await machine.keyboard.press('Enter')
  await machine.getByText('Logged in:').waitFor()
  await main.getByRole('heading', { name: 'The machine is logged in' }).waitFor()

  await open('/en/profile/machines')
  await main
    .getByRole('link', { name: /Laser cutter/ })
    .first()
    .waitFor()
  await open('/en/profile/security')
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  const row = sessions.getByRole('listitem').filter({ hasText: 'laser …000001' })
  await expect(row).toContainText('at the latest')
  await row.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await expect(row).toHaveCount(0)
  await machine.clock.fastForward(61_000)
  await machine.getByText('The session has ended.').waitFor()
})
