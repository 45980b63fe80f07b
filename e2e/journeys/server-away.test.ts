import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { accountMenu, arrivesAt, email, logIn, showsPerson, signIn, signOut, toasts } from '../lib/forms.ts'
import { journey } from '../lib/journey.ts'
import { DEMO, signInElsewhere } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { carryToken, tokenCookie } from '../lib/session.ts'
import { settled } from '../lib/settled.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ HUMAN_CHECK: 'off' })
})
// A journey that broke off left it away.
beforeEach(() => product.resume())
afterAll(() => product?.close())
const productUrl = () => product.url

journey(
  'while the server is away a sign-in fails with a word, and works when it is back',
  async ({ page, open, expectConsole }) => {
    expectConsole(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
    await open('/en/login')
    await email(page).focus()
    await settled(page)
    await product.pause()
    await signIn(page, DEMO)
    await page.getByRole('alert').getByText('Network connection failed').waitFor()
    expect(await email(page).inputValue()).toBe(DEMO.email)
    await product.resume()
    await logIn(page).click()
    await arrivesAt(page, '/en/profile')
  },
  { productUrl },
)

journey(
  'a server that is away when a form is first touched is asked again later',
  async ({ page, open, expectConsole }) => {
    expectConsole(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
    await open('/en/login')
    await product.pause()
    await signIn(page, DEMO)
    await page.getByRole('alert').getByText('Network connection failed').waitFor()
    await product.resume()
    await logIn(page).click()
    await arrivesAt(page, '/en/profile')
  },
  { productUrl },
)

journey(
  'a session outlives a server that is away',
  async ({ page, context, url, open, expectConsole }) => {
    expectConsole(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
    await carryToken(context, url, await signInElsewhere(url))
    await open('/en/profile')
    await accountMenu(page).waitFor()
    await settled(page)
    await product.pause()
    await signOut(page)
    await toasts(page).getByText('Network connection failed').waitFor()
    expect(await tokenCookie(context)).toBeDefined()
    await product.resume()
    await page.reload()
    await arrivesAt(page, '/en/profile')
    await showsPerson(page, DEMO.email)
  },
  { productUrl },
)
