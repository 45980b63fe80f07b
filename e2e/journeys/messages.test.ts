import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import type { Page } from '@playwright/test'
import { accountMenu, waitForPath } from '../lib/forms.ts'
import { type HostPage, serveHostPage } from '../lib/host/host-page.ts'
import { apiClient, BUSINESS, businessToken, endOtherSessions, newPerson } from '../lib/people.ts'
import { hostPortOf, type Product, startProduct } from '../lib/product.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, PHONE, provide, test, type Visitor } from '../lib/test.ts'

let product: Product
test.beforeAll(async () => {
  product = await startProduct({ HUMAN_CHECK: 'off' })
})
test.afterAll(() => product?.close())
test.use({ url: provide(() => product.url) })

interface Reader {
  readonly uid: string
  readonly token: string
}

async function newReader(): Promise<Reader> {
  const { token } = await newPerson(product.url)
  const { uid } = await apiClient(product.url, token)(getBasicInfo, undefined)
  return { uid, token }
}
const NOW = ['--now', '--reason', 'journey', '--yes']
const send = async (audience: string, category: string, title: string, ...more: string[]) =>
  (await product.kerf(
    'message',
    'send',
    ...[
      '--audience',
      audience,
      '--category',
      category,
      '--title-en',
      title,
      '--title-zh',
      `${title} 中文`,
      ...NOW,
      ...more,
    ],
  )) as { id: string }

async function openMessages(visitor: Visitor, token: string, path = '/en/message'): Promise<void> {
  await setTokenCookie(visitor.context, product.url, token)
  await visitor.open(path)
  await visitor.page.getByRole('tab').first().waitFor()
  await visitor.page.locator('[data-list] [aria-busy="false"]').waitFor()
  await visitor.page.locator('[role=tablist]:not([data-pending])').waitFor()
}
const message = (page: Page, title: string) => page.locator('[data-message]', { hasText: title })
/** Number of unread messages on each tab. */
const unreadCounts = (page: Page) =>
  page
    .getByRole('tab')
    .evaluateAll(tabs =>
      Object.fromEntries(
        tabs.map(tab => [
          (tab as HTMLElement).dataset.tab,
          Number(/\d+/.exec(tab.textContent ?? '')?.[0] ?? 0),
        ]),
      ),
    )
const badge = (page: Page) => page.locator('[data-badge]')

/** The example page of docs/messages.md, unchanged, on its own origin. */
const DOCUMENT = new URL('../../docs/messages.md', import.meta.url)

function examplePage(): string {
  const page = /```html\n([\s\S]*?)```/.exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? ''
  return page.replaceAll('https://passport.kerf.example', product.url)
}

test.describe('embedded in a page of an app', () => {
  test.use({ extraHTTPHeaders: {} })
  let host: HostPage | undefined
  test.afterEach(() => host?.close())

  test("shows the messages in an app's page as documented", FULL, async ({ page, expectConsole }) => {
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
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) My app$/)
    const unread = Number(/\d+/.exec(await page.title())?.[0])
    expect(unread).toBeGreaterThan(0)
    const accent = () =>
      messages
        .locator('[data-unread] svg + span')
        .first()
        .evaluate(dot => getComputedStyle(dot).backgroundColor)
    expect(await accent()).toBe('rgb(122, 60, 255)')

    const words = ['--audience', `uid:${uid}`, '--category', 'device', '--title-en', 'To the host']
    await product.kerf('message', 'send', ...words)
    const newMessage = messages.locator('[data-message]', { hasText: 'To the host' })
    await newMessage.waitFor()
    await expect.poll(() => page.title()).toBe(`(${unread + 1}) My app`)
    await newMessage.focus()
    await page.keyboard.press('Enter')
    await messages.getByRole('article').getByRole('heading', { name: 'To the host' }).waitFor()
    await expect.poll(() => page.title()).toBe(`(${unread}) My app`)
    // The styles of the component do not affect the page.
    expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('8px')

    await endOtherSessions(product.url, person)
    await messages.getByRole('tab').first().waitFor({ state: 'detached' })
    expect(logged).toContain('log in again')
  })
})

test('shows new messages of every kind and audience in open pages and marks them read everywhere', async ({
  journey,
}) => {
  const { page } = journey
  // Unique titles: broadcasts of a failed attempt are still there when the test is retried.
  const mark = randomBytes(3).toString('hex')
  const { uid, token } = await newReader()
  const other = await journey.newVisitor()
  await openMessages(journey, token)
  await setTokenCookie(other.context, product.url, token)
  await other.open('/zh/profile')
  await other.page.locator('header [data-badge]').waitFor()
  await message(page, 'Maintenance on Saturday').waitFor()
  const before = await unreadCounts(page)
  await Promise.all([
    send(
      `uid:${uid}`,
      'device',
      `Own device ${mark}`,
      '--body-en',
      'Some **words**',
      '--link',
      'https://x.example/',
    ),
    send('all', 'system', `To all ${mark}`),
    send('app:portal', 'app', `To the app ${mark}`),
    send('all', 'activity', `Come and cut ${mark}`),
  ])
  for (const title of [`Own device ${mark}`, `To all ${mark}`, `To the app ${mark}`, `Come and cut ${mark}`])
    await message(page, title).waitFor()
  const after = { ...before, all: (before.all ?? 0) + 4, unread: (before.unread ?? 0) + 4 }
  for (const kind of ['device', 'system', 'app', 'activity']) after[kind] = (before[kind] ?? 0) + 1
  await expect.poll(() => unreadCounts(page)).toEqual(after)
  await expect.poll(() => badge(page).textContent()).toBe(String(after.all))
  await expect.poll(() => badge(other.page).textContent()).toBe(String(after.all))

  await message(page, `Own device ${mark}`).click()
  const detail = page.getByRole('article')
  await detail.getByRole('heading', { name: `Own device ${mark}` }).waitFor()
  expect(await detail.locator('strong').textContent()).toBe('words')
  const link = detail.getByRole('link', { name: /^Read more on x\.example/ })
  expect(await link.getAttribute('href')).toBe('https://x.example/')
  expect(await link.getAttribute('rel')).toContain('noopener noreferrer')
  await expect.poll(() => badge(other.page).textContent()).toBe(String(after.all - 1))
  expect(await message(page, `Own device ${mark}`).getAttribute('data-unread')).toBeNull()

  await openMessages(other, token, '/zh/message')
  await message(other.page, `To all ${mark} 中文`).click()
  await expect.poll(() => message(page, `To all ${mark}`).getAttribute('data-unread')).toBeNull()
  await page.getByRole('tab', { name: /^App/ }).click()
  await message(page, `To the app ${mark}`).waitFor()
  await page.getByRole('button', { name: 'Mark all of App as read' }).click()
  // Another tab ends the time to undo it.
  await page.getByRole('tab', { name: /^All/ }).click()
  await expect.poll(async () => (await unreadCounts(other.page)).app).toBe(0)
  await other.page.getByRole('button', { name: '全部标为已读' }).click()
  await other.page.getByRole('tab', { name: /^未读/ }).click()
  for (const each of [page, other.page]) {
    await expect.poll(async () => (await unreadCounts(each)).all).toBe(0)
    await badge(each).waitFor({ state: 'detached' })
  }
  const revoked = await send('all', 'app', `Taken back soon ${mark}`)
  await message(other.page, `Taken back soon ${mark}`).waitFor()
  await product.kerf('message', 'revoke', revoked.id, '--yes')
  await message(other.page, `Taken back soon ${mark}`).waitFor({ state: 'detached' })
})

test('reads messages with the keyboard alone', FULL, async ({ journey }) => {
  const { page } = journey
  const { uid, token } = await newReader()
  for (const title of ['Third', 'Second', 'First']) await send(`uid:${uid}`, 'device', title)
  await openMessages(journey, token)
  const focusedMessage = () =>
    page.evaluate(() => document.activeElement?.querySelector('[lang]')?.textContent ?? '')
  await page.getByRole('tab', { name: /^All/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toContain('Device')
  // The list of the tab "All" contained these messages too.
  await expect.poll(() => page.locator('[data-message]').count()).toBe(3)
  await page.keyboard.press('j')
  expect(await focusedMessage()).toBe('First')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  expect(await focusedMessage()).toBe('Third')
  await page.keyboard.press('k')
  expect(await focusedMessage()).toBe('Second')
  await page.keyboard.press('Enter')
  await page.getByRole('article').getByRole('heading', { name: 'Second' }).waitFor()
  await page.keyboard.press('u')
  await page.getByRole('article').waitFor({ state: 'detached' })
  expect(await focusedMessage()).toBe('Second')
  await expect.poll(async () => (await unreadCounts(page)).device).toBe(2)
  await page.keyboard.press('Control+k')
  expect(await focusedMessage()).toBe('Second')
})

test.describe(() => {
  test.use(PHONE)
  test('shows list, message and settings in one column on a phone', FULL, async ({ journey }) => {
    const { page } = journey
    const { uid, token } = await newReader()
    await send(`uid:${uid}`, 'device', 'Lens')
    await openMessages(journey, token, '/zh/message')
    await message(page, 'Lens 中文').click()
    await page.getByRole('heading', { name: 'Lens 中文' }).waitFor()
    expect(await page.locator('[data-message]').filter({ visible: true }).count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    await page.getByRole('button', { name: '返回列表' }).filter({ visible: true }).click()
    await message(page, 'Lens 中文').waitFor()
    await page.getByRole('button', { name: '消息设置' }).click()
    const switches = page.getByRole('switch')
    await page.getByText('系统消息无法关闭').waitFor()
    // Locked: a click does not change it.
    await switches.nth(1).click({ force: true })
    expect(await switches.nth(1).isChecked()).toBe(true)
    await switches.nth(0).click()
    await page.getByText('已保存').waitFor()
    await page.getByRole('button', { name: '返回列表' }).filter({ visible: true }).click()
    await message(page, 'Lens 中文').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /^机器/ }).click()
    await page.getByText('暂无消息').waitFor()
    await page.getByRole('button', { name: '查看全部消息' }).click()
    await page.locator('[data-message]').first().waitFor()
  })
})

test('reports a failed list, loads it on retry and polls without a stream', FULL, async ({ journey }) => {
  journey.expectConsole(/ERR_|status of/)
  const { page } = journey
  const { uid, token } = await newReader()
  await setTokenCookie(journey.context, product.url, token)
  await page.route('**/message/v1/web/stream*', route => route.abort())
  await page.route('**/message/v1/web/list*', route => route.abort('connectionreset'))
  await page.clock.install()
  await journey.open('/en/message')
  await page.getByRole('alert').getByText('Network connection failed').waitFor()
  await page.unroute('**/message/v1/web/list*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await message(page, 'Maintenance on Saturday').waitFor()
  await send(`uid:${uid}`, 'device', 'Without a stream')
  expect(await message(page, 'Without a stream').count()).toBe(0)
  await page.clock.runFor(31_000)
  await message(page, 'Without a stream').waitFor()
})

test(
  'loads a further page despite concurrent changes and refreshes the list afterwards',
  FULL,
  async ({ journey }) => {
    const { page } = journey
    const { token } = await newReader()
    const requests: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/message/v1/web/list*', async route => {
      const url = new URL(route.request().url())
      const isNextPage = url.searchParams.has('cursor')
      requests.push(isNextPage ? 'page' : 'list')
      if (isNextPage) await released
      url.searchParams.set('limit', '1')
      await route.continue({ url: url.href })
    })
    // `o` sets the brand of the page, `p` the app whose settings are changed.
    await openMessages(journey, token, '/en/message?p=creative&o=atomm')
    const shown = page.locator('[data-message]')
    await expect(shown).toHaveCount(1)
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByRole('button', { name: 'Message settings' }).click()
    await page.getByText('Choose which Kerf Studio messages you receive.').waitFor()
    // The last of four categories; the switch of the shortcuts follows.
    await page.getByRole('switch').nth(3).click()
    await page.getByText('Saved').waitFor()
    expect(requests).toEqual(['list', 'page'])
    release()
    await expect.poll(() => shown.count()).toBe(2)
    await expect.poll(() => requests).toEqual(['list', 'page', 'list'])
  },
)

test(
  'leaves the message center for the login page when the session is ended elsewhere',
  FULL,
  async ({ page, context, open, expectConsole }) => {
    expectConsole(/status of 401/)
    const person = await newPerson(product.url)
    await setTokenCookie(context, product.url, person.token)
    await open('/en/message?p=creative')
    await page.locator('[data-message]').first().waitFor()
    await product.kerf('user', 'sessions', person.email, '--end', '--yes')
    await waitForPath(page, '/en/login')
  },
)

test(
  'asks a visitor to log in and returns; shows messages of a business account too',
  FULL,
  async ({ journey }) => {
    const { page, open } = journey
    await open('/en/message')
    await waitForPath(page, '/en/login')
    expect(new URL(page.url()).searchParams.get('r')).toBe(`${product.url}/en/message`)
    await openMessages(journey, await businessToken(product.url))
    await message(page, 'Maintenance on Saturday').waitFor()
    await accountMenu(page).click()
    await page.getByText(BUSINESS.account).waitFor()
    await page.getByRole('link', { name: 'User center' }).click()
    await waitForPath(page, '/en/profile-business/settings')
  },
)

test(
  'shows announcements and the about page in the language of l, the cookie or the browser',
  FULL,
  async ({ page, context, open, newVisitor }) => {
    const words = [
      '--title-en',
      'We moved',
      '--title-zh',
      '我们搬家了',
      '--body-en',
      'To *the* mill',
      '--body-zh',
      '到**磨坊**',
    ]
    await product.kerf('announcement', 'publish', ...words, ...NOW)
    await open('/announcement')
    await page.getByRole('heading', { name: 'We moved' }).waitFor()
    const security = page.getByRole('link', { name: 'Account security' })
    expect(await security.getAttribute('href')).toBe('/en/profile/security')
    await open('/announcement?l=zh-CN')
    await page.getByRole('heading', { name: '我们搬家了' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('zh')
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'We moved' }).waitFor()
    await context.clearCookies()
    await context.addCookies([{ name: 'IntlLang', value: 'zh', url: product.url }])
    await open('/learnMore')
    await page.getByRole('heading', { level: 1, name: '关于' }).waitFor()
    await page.getByText('1.11.19').waitFor()
    await page.getByRole('heading', { name: '开源软件' }).click()
    await page.getByText('react-dom', { exact: true }).click()
    await page
      .getByText(/Permission is hereby granted/)
      .filter({ visible: true })
      .first()
      .waitFor()
    await open('/learnMore?l=en&p=creative')
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
    const unlock = page.getByRole('link', { name: 'Unlock your laser welder' })
    expect(await unlock.getAttribute('href')).toBe('/en/sn-password?p=creative')
    const chinese = await newVisitor({ locale: 'zh-CN' })
    await chinese.open('/announcement')
    await chinese.page.getByRole('heading', { name: '我们搬家了' }).waitFor()
  },
)

test('opens the about page from the menu in a new tab', FULL, async ({ page, context, open }) => {
  const { token } = await newPerson(product.url)
  await setTokenCookie(context, product.url, token)
  await open('/zh/profile?p=creative&o=customthings')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /^关于/ }).click()
  const about = await opened
  await about.getByText('1.11.19').waitFor()
  const { pathname, search } = new URL(about.url())
  expect(pathname + search).toBe('/learnMore?l=zh&p=creative&o=customthings')
  for (const [name, path] of [
    ['公告', '/announcement?l=zh&p=creative&o=customthings'],
    ['检测应用和机器连接', '/selftest?l=zh&p=creative&o=customthings'],
  ] as const)
    expect(await about.getByRole('link', { name }).getAttribute('href')).toBe(path)
  // A brand without safety training has no welders.
  await expect(about.getByRole('link', { name: '解锁激光焊机' })).toHaveCount(0)
})
