import {
  accountMenu,
  email,
  logIn,
  signIn,
  signOut,
  toasts,
  waitForPath,
  waitForPerson,
} from '../lib/forms.ts'
import { DEMO, signInElsewhere } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { setTokenCookie, tokenCookie } from '../lib/session.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, provide, test } from '../lib/test.ts'

let product: Product
test.use({ url: provide(() => product.url) })
test.beforeAll(async () => {
  product = await startProduct({ HUMAN_CHECK: 'off' })
})
// A failed test may have left the server down.
test.beforeEach(() => product.resume())
test.afterAll(() => product?.close())

test(
  'reports a failed sign-in while the server is down, and signs in afterwards',
  FULL,
  async ({ page, open, expectConsole }) => {
    expectConsole(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
    await open('/en/login')
    await email(page).focus()
    await waitForSettled(page)
    await product.pause()
    await signIn(page, DEMO)
    await page.getByRole('alert').getByText('Network connection failed').waitFor()
    expect(await email(page).inputValue()).toBe(DEMO.email)
    await product.resume()
    await logIn(page).click()
    await waitForPath(page, '/en/profile')
  },
)

test(
  'tries again when the server was down at the first focus of a form',
  FULL,
  async ({ page, open, expectConsole }) => {
    expectConsole(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
    await open('/en/login')
    await product.pause()
    await signIn(page, DEMO)
    await page.getByRole('alert').getByText('Network connection failed').waitFor()
    await product.resume()
    await logIn(page).click()
    await waitForPath(page, '/en/profile')
  },
)

test(
  'keeps the session while the server is down',
  FULL,
  async ({ page, context, url, open, expectConsole }) => {
    expectConsole(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
    await setTokenCookie(context, url, await signInElsewhere(url))
    await open('/en/profile')
    await accountMenu(page).waitFor()
    await waitForSettled(page)
    await product.pause()
    await signOut(page)
    await toasts(page).getByText('Network connection failed').waitFor()
    expect(await tokenCookie(context)).toBeDefined()
    await product.resume()
    await page.reload()
    await waitForPath(page, '/en/profile')
    await waitForPerson(page, DEMO.email)
  },
)
