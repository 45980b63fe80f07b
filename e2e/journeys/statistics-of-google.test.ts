import type { BrowserContext } from '@playwright/test'
import * as form from '../lib/forms.ts'
import { newPerson } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { expect, provide, test } from '../lib/test.ts'

const WARNING = 'Failed to load Google Analytics'

let product: Product
test.use({ url: provide(() => product.url), statistics: 'yes' })
test.beforeAll(async () => {
  product = await startProduct({ HUMAN_CHECK: 'off', GA_MEASUREMENT_ID: 'G-TEST12345' })
})
test.afterAll(() => product?.close())

/** Stands in for the tag manager; gives the addresses that were asked for. */
async function tagManager(
  context: BrowserContext,
  answer: () => 'fails' | 'hangs' | string,
): Promise<string[]> {
  const asked: string[] = []
  await context.route('https://www.googletagmanager.com/**', async route => {
    asked.push(route.request().url())
    const said = answer()
    if (said === 'fails') await route.abort()
    else if (said !== 'hangs') await route.fulfill({ contentType: 'text/javascript', body: said })
  })
  return asked
}

test('warns once when the tag manager cannot be reached, tries again with the next event and loses nothing', async ({
  journey,
}) => {
  const { page, context, open } = journey
  journey.expectConsole(new RegExp(`${WARNING}|ERR_FAILED|status of 4\\d\\d`))
  const warnings: string[] = []
  page.on('console', message => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  let answer = 'fails'
  const asked = await tagManager(context, () => answer)
  const person = await newPerson(product.url)
  await open('/en/login?r=https%3A%2F%2Fx.example%2F%3Femail%3Dada%40example.com')
  await form.signIn(page, { ...person, password: 'not-the-one' })
  await page.getByRole('alert').first().waitFor()
  await expect.poll(() => warnings).toEqual([WARNING])
  expect(asked).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST12345'])

  answer = 'window.googleSaw = window.dataLayer.map(one => [...one])'
  await form.password(page).fill(person.password)
  await form.logIn(page).click()
  await form.arrivesAt(page, '/en/profile')
  await page.waitForFunction('window.googleSaw')
  expect(asked).toHaveLength(2)
  const saw = (await page.evaluate('window.googleSaw')) as unknown[][]
  const events = saw.filter(([kind]) => kind === 'event')
  expect(events.map(([, name, facts]) => [name, (facts as { ok: boolean }).ok])).toEqual([
    ['login', false],
    ['login', true],
  ])
  expect(JSON.stringify(saw)).not.toMatch(/@|x\.example|not-the-one|utoken/)
  expect(warnings).toEqual([WARNING])
})

test('does not wait for a tag manager that never answers and does not load it without consent', async ({
  page,
  context,
  open,
  newVisitor,
}) => {
  const asked = await tagManager(context, () => 'hangs')
  const person = await newPerson(product.url)
  await open('/en/login')
  await form.signIn(page, person)
  await form.arrivesAt(page, '/en/profile')
  await expect.poll(() => asked.length).toBe(1)
  await form.signOut(page)
  await form.email(page).waitFor()

  const other = await newVisitor()
  await other.context.addCookies([
    { name: 'kerfStatistics', value: 'no', domain: new URL(product.url).hostname, path: '/' },
  ])
  const unasked = await tagManager(other.context, () => 'hangs')
  await other.open('/en/login')
  await form.signIn(other.page, person)
  await form.arrivesAt(other.page, '/en/profile')
  await other.page.waitForFunction(() => performance.now() > 2_500)
  expect(unasked).toEqual([])
})
