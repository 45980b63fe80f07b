import type { BrowserContext } from '@playwright/test'
import * as form from '../lib/forms.ts'
import { newPerson } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { expect, FULL, provide, test } from '../lib/test.ts'

const WARNING = 'Failed to load Google Analytics'

let product: Product
test.use({ url: provide(() => product.url), statistics: 'yes' })
test.beforeAll(async () => {
  product = await startProduct({ HUMAN_CHECK: 'off', GA_MEASUREMENT_ID: 'G-TEST12345' })
})
test.afterAll(() => product?.close())

/** Mocks the tag manager. Returns the addresses that were requested. */
async function mockTagManager(
  context: BrowserContext,
  answer: () => 'fails' | 'hangs' | string,
): Promise<string[]> {
  const requestedUrls: string[] = []
  await context.route('https://www.googletagmanager.com/**', async route => {
    requestedUrls.push(route.request().url())
    const behavior = answer()
    if (behavior === 'fails') await route.abort()
    else if (behavior !== 'hangs') await route.fulfill({ contentType: 'text/javascript', body: behavior })
  })
  return requestedUrls
}

test(
  'warns once when the tag manager cannot be reached, tries again with the next event and keeps all events',
  FULL,
  async ({ journey }) => {
    const { page, context, open } = journey
    journey.expectConsole(new RegExp(`${WARNING}|ERR_FAILED|status of 4\\d\\d`))
    const warnings: string[] = []
    page.on('console', message => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    let answer = 'fails'
    const requestedUrls = await mockTagManager(context, () => answer)
    const person = await newPerson(product.url)
    await open('/en/login?r=https%3A%2F%2Fx.example%2F%3Femail%3Dada%40example.com')
    await form.signIn(page, { ...person, password: 'not-the-one' })
    await page.getByRole('alert').first().waitFor()
    await expect.poll(() => warnings).toEqual([WARNING])
    expect(requestedUrls).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST12345'])

    answer = 'window.receivedByGoogle = window.dataLayer.map(one => [...one])'
    await form.password(page).fill(person.password)
    await form.logIn(page).click()
    await form.waitForPath(page, '/en/profile')
    await page.waitForFunction('window.receivedByGoogle')
    expect(requestedUrls).toHaveLength(2)
    const received = (await page.evaluate('window.receivedByGoogle')) as unknown[][]
    const events = received.filter(([kind]) => kind === 'event')
    expect(events.map(([, name, properties]) => [name, (properties as { ok: boolean }).ok])).toEqual([
      ['login', false],
      ['login', true],
    ])
    expect(JSON.stringify(received)).not.toMatch(/@|x\.example|not-the-one|utoken/)
    expect(warnings).toEqual([WARNING])
  },
)

test(
  'does not wait for a tag manager that never answers and does not load it without consent',
  FULL,
  async ({ page, context, open, newVisitor, expectConsole }) => {
    // Of requests that the logout overtakes: the page never settles.
    expectConsole(/status of 401/)
    const requestedUrls = await mockTagManager(context, () => 'hangs')
    const person = await newPerson(product.url)
    await open('/en/login')
    await form.signIn(page, person)
    await form.waitForPath(page, '/en/profile')
    await expect.poll(() => requestedUrls.length).toBe(1)
    await form.signOut(page)
    await form.email(page).waitFor()

    const other = await newVisitor()
    await other.context.addCookies([
      { name: 'kerfStatistics', value: 'no', domain: new URL(product.url).hostname, path: '/' },
    ])
    const otherRequestedUrls = await mockTagManager(other.context, () => 'hangs')
    await other.open('/en/login')
    await form.signIn(other.page, person)
    await form.waitForPath(other.page, '/en/profile')
    await other.page.waitForFunction(() => performance.now() > 2_500)
    expect(otherRequestedUrls).toEqual([])
  },
)
