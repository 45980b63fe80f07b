/** The content of messages and themes cannot run scripts, load anything from another origin or link to unsafe addresses (S-113, S-114). */
import type { Page } from '@playwright/test'
import { type HostPage, serveHostPage } from '../lib/host/host-page.ts'
import { ADDRESSES, BODIES, THEMES, TITLES } from '../lib/markup-attacks.ts'
import { expect, FULL, test } from '../lib/test.ts'

// A header of the test would require a preflight request for scripts of another origin.
test.use({ extraHTTPHeaders: {} })

let host: HostPage
test.beforeAll(async () => {
  host = await serveHostPage(
    '<!doctype html><title>host</title><link rel=icon href=data:,><div id=host></div>',
  )
})
test.afterAll(() => host.close())

/** Opens a host page without a content security policy. Returns the list of its requests to other origins. */
async function openHostPage(page: Page, url: string, items: readonly object[]): Promise<string[]> {
  const foreignRequests: string[] = []
  const list = { code: 0, data: { items, next: null }, msg: '', requestId: 'x' }
  await page.route('**/*', async route => {
    const address = route.request().url()
    if (address.startsWith(host.url) || address.startsWith(`${url}/embed/`)) return route.continue()
    if (address.includes('/message/v1/web/list'))
      return route.fulfill({ json: list, headers: { 'access-control-allow-origin': '*' } })
    if (!address.startsWith(`${url}/message/`)) foreignRequests.push(address)
    return route.abort()
  })
  await page.goto(host.url)
  return foreignRequests
}

async function mount(page: Page, url: string): Promise<void> {
  // As text, because the test runner rewrites imports within functions.
  await page.addScriptTag({
    type: 'module',
    content: `import { mountMessages } from '${url}/embed/kerf-messages.js'
      const options = { baseUrl: '${url}', token: 'A'.repeat(43), appCode: 'portal', appName: 'x', lang: 'en' }
      const shadow = document.querySelector('#host').attachShadow({ mode: 'open' })
      window.options = { ...options, onExpired() {}, onFailed() {}, onUnread() {} }
      window.mounted = mountMessages(shadow, window.options)`,
  })
}

const message = (index: number, more: object) => ({
  id: `b${index + 1}`,
  category: 'app',
  app: 'portal',
  title: `M${index}`,
  body: '',
  contentLang: 'en',
  link: null,
  picture: null,
  at: 1_700_000_000,
  until: null,
  read: true,
  ...more,
})

/** Finds elements, attributes and addresses that are not allowed in a message. */
const findViolations = (page: Page) =>
  page.evaluate(() => {
    const root = (document.querySelector('#host') as HTMLElement).shadowRoot as ShadowRoot
    const ALLOWED =
      /^(?:div|p|span|ul|ol|li|button|section|article|header|h[1-6]|strong|em|s|code|pre|blockquote|hr|br|a|time|label|select|option|svg|path|circle|rect|img)$/
    const violations: string[] = []
    for (const element of root.querySelectorAll('*')) {
      if (!ALLOWED.test(element.localName)) violations.push(element.outerHTML.slice(0, 120))
      for (const { name, value } of element.attributes) {
        if (/^on|^style$|^srcdoc$|^name$|^action$/.test(name))
          violations.push(`${element.localName} ${name}=${value}`)
        if (/^(?:href|src)$/.test(name) && !value.startsWith('https://')) violations.push(`${name}=${value}`)
      }
      if (element.localName === 'a' && !/noopener noreferrer/.test(element.getAttribute('rel') ?? ''))
        violations.push('a link without rel')
    }
    return violations
  })
const ranScript = (page: Page) => page.evaluate(() => (window as { __ran?: unknown }).__ran)

/** Opens every message by a click and inspects it. */
async function openAllMessages(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.locator('[data-message]').first().waitFor()
  const count = await page.locator('[data-message]').count()
  for (let at = 0; at < count; at += 200) {
    violations.push(
      ...(await page.evaluate(
        async ([from, to]) => {
          const root = (document.querySelector('#host') as HTMLElement).shadowRoot as ShadowRoot
          const buttons = [...root.querySelectorAll<HTMLElement>('[data-message]')].slice(from, to)
          const found: string[] = []
          for (const button of buttons) {
            button.click()
            // The component renders before the next task.
            await new Promise(done => setTimeout(done))
            const article = root.querySelector('article')
            if (!article) found.push(`${button.dataset.message} is not shown`)
            for (const element of article?.querySelectorAll('*') ?? []) {
              if (
                /^(?:script|iframe|object|embed|form|input|style|link|base|meta|template|video|math|details|marquee)$/.test(
                  element.localName,
                )
              )
                found.push(element.outerHTML.slice(0, 120))
              for (const name of ['href', 'src'])
                if (element.hasAttribute(name) && !element.getAttribute(name)?.startsWith('https://'))
                  found.push(element.outerHTML.slice(0, 120))
            }
          }
          return found
        },
        [at, at + 200] as const,
      )),
    )
    violations.push(...(await findViolations(page)))
  }
  return violations
}

test(
  'runs none of hundreds of attacks in bodies, titles and addresses',
  FULL,
  async ({ page, url, expectConsole }) => {
    expectConsole(/ERR_FAILED|ERR_|Failed to load/)
    const items = [
      ...BODIES.map(body => ({ body })),
      ...TITLES.map(title => ({ title })),
      // The server never sends these addresses. The component does not rely on that.
      ...ADDRESSES.map(address => ({ link: address, picture: address })),
    ].map((more, index) => message(index, more))
    expect(items.length).toBeGreaterThan(500)
    const foreignRequests = await openHostPage(page, url, items)
    await mount(page, url)
    expect(await openAllMessages(page)).toEqual([])
    expect(await ranScript(page)).toBeUndefined()
    expect(foreignRequests).toEqual([])
  },
)

test('ignores attacks in theme values', FULL, async ({ page, url, expectConsole }) => {
  expectConsole(/ERR_FAILED|ERR_|Failed to load/)
  const foreignRequests = await openHostPage(page, url, [])
  await mount(page, url)
  await page.locator('[role=tabpanel] strong').waitFor()
  const violations = await page.evaluate(async themes => {
    const root = (document.querySelector('#host') as HTMLElement).shadowRoot as ShadowRoot
    const { mounted, options } = window as unknown as {
      mounted: { update(options: object): void }
      options: object
    }
    const center = root.querySelector('[lang]') as HTMLElement
    const found: string[] = []
    for (const theme of themes) {
      mounted.update({ ...options, theme })
      await new Promise(done => requestAnimationFrame(done))
      if (center.style.cssText !== '') found.push(`${JSON.stringify(theme)} → ${center.style.cssText}`)
      const picture = root.querySelector('img')
      if (picture) found.push(picture.outerHTML)
    }
    return found
  }, THEMES)
  expect(THEMES.length).toBeGreaterThan(100)
  expect(violations).toEqual([])
  expect(await ranScript(page)).toBeUndefined()
  expect(foreignRequests).toEqual([])
})
