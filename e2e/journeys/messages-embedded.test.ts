/** The example page of docs/messages.md, unchanged, on its own origin. */
import { readFileSync } from 'node:fs'
import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { type HostPage, serveHostPage } from '../lib/host-page.ts'
import { apiClient, endOtherSessions, newPerson } from '../lib/people.ts'
import { hostPortOf, type Product, startProduct } from '../lib/product.ts'
import { expect, provide, test } from '../lib/test.ts'

let product: Product
test.use({ url: provide(() => product.url), extraHTTPHeaders: {} })
test.beforeAll(async () => {
  product = await startProduct({ HUMAN_CHECK: 'off' })
})
let host: HostPage | undefined
test.afterEach(() => host?.close())
test.afterAll(() => product?.close())

const DOCUMENT = new URL('../../docs/messages.md', import.meta.url)

function examplePage(): string {
  const page = /```html\n([\s\S]*?)```/.exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? ''
  return page.replaceAll('https://passport.kerf.example', product.url)
}

test("shows the messages in an app's page as documented", async ({ page, expectConsole }) => {
  // The page has no icon, and its policy blocks the browser's request for one.
  expectConsole(/status of 401|favicon/)
  const person = await newPerson(product.url)
  const { uid } = await apiClient(product.url, person.token)(getBasicInfo, undefined)
  const policy = `default-src 'none'; script-src ${product.url} 'unsafe-inline'; connect-src ${product.url}`
  host = await serveHostPage(examplePage(), {
    headers: { 'content-security-policy': policy },
    port: hostPortOf(product.environment),
  })
  await page.addInitScript(token => sessionStorage.setItem('utoken', token), person.token)
  const logged: string[] = []
  page.on('console', line => logged.push(line.text()))
  await page.goto(host.url)
  const messages = page.locator('kerf-messages')
  await messages.locator('[data-message]', { hasText: 'Maintenance on Saturday' }).waitFor()
  await expect.poll(() => page.title()).toBe('(3) My app')
  const accent = () =>
    messages
      .getByRole('tab', { selected: true })
      .locator('[aria-hidden]')
      .evaluate(count => getComputedStyle(count).backgroundColor)
  expect(await accent()).toBe('rgb(122, 60, 255)')

  const words = ['--audience', `uid:${uid}`, '--category', 'device', '--title-en', 'To the host']
  await product.kerf('message', 'send', ...words)
  const newMessage = messages.locator('[data-message]', { hasText: 'To the host' })
  await newMessage.waitFor()
  await expect.poll(() => page.title()).toBe('(4) My app')
  await newMessage.focus()
  await page.keyboard.press('Enter')
  await messages.getByRole('article').getByRole('heading', { name: 'To the host' }).waitFor()
  await expect.poll(() => page.title()).toBe('(3) My app')
  // The styles of the component do not affect the page.
  expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('8px')

  await endOtherSessions(product.url, person)
  await messages.getByRole('tab').first().waitFor({ state: 'detached' })
  expect(logged).toContain('log in again')
})
