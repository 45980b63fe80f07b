/** Nothing that is written into a message or a theme runs, asks anything of elsewhere or leads anywhere unsafe (S-113, S-114). */
import type { Page } from '@playwright/test'
import { type HostPage, serveHostPage } from '../lib/host-page.ts'
import { ADDRESSES, BODIES, THEMES, TITLES } from '../lib/markup-attacks.ts'
import { expect, test } from '../lib/test.ts'

/** Another origin's script is fetched with no header of ours. */
test.use({ extraHTTPHeaders: {} })

let host: HostPage
test.beforeAll(async () => {
  host = await serveHostPage(
    '<!doctype html><title>host</title><link rel=icon href=data:,><div id=host></div>',
  )
})
test.afterAll(() => host.close())

/** The real component, by the script that hosts load, in pages without any policy of their own. */
async function openBare(page: Page, url: string, items: readonly object[]): Promise<string[]> {
  const asked: string[] = []
  const list = { code: 0, data: { items, next: null }, msg: '', requestId: 'x' }
  await page.route('**/*', async route => {
    const address = route.request().url()
    if (address.startsWith(host.url) || address.startsWith(`${url}/embed/`)) return route.continue()
    if (address.includes('/message/v1/web/list'))
      return route.fulfill({ json: list, headers: { 'access-control-allow-origin': '*' } })
    if (!address.startsWith(`${url}/message/`)) asked.push(address)
    return route.abort()
  })
  await page.goto(host.url)
  return asked
}

async function mount(page: Page, url: string): Promise<void> {
  // As text: the test runner rewrites an import within a function.
  await page.addScriptTag({
    type: 'module',
    content: `import { mountMessages } from '${url}/embed/kerf-messages.js'
      const options = { baseUrl: '${url}', token: 'A'.repeat(43), appCode: 'portal', appName: 'x', lang: 'en' }
      const shadow = document.querySelector('#host').attachShadow({ mode: 'open' })
      window.options = { ...options, onExpired() {}, onUnread() {} }
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

/** What may not be in a message, and where its links lead. */
const inspect = (page: Page) =>
  page.evaluate(() => {
    const root = (document.querySelector('#host') as HTMLElement).shadowRoot as ShadowRoot
    const ALLOWED =
      /^(?:div|p|span|ul|ol|li|button|section|article|header|h[1-6]|strong|em|s|code|pre|blockquote|hr|br|a|time|label|select|option|svg|path|circle|rect|img)$/
    const faults: string[] = []
    for (const element of root.querySelectorAll('*')) {
      if (!ALLOWED.test(element.localName)) faults.push(element.outerHTML.slice(0, 120))
      for (const { name, value } of element.attributes) {
        if (/^on|^style$|^srcdoc$|^name$|^action$/.test(name))
          faults.push(`${element.localName} ${name}=${value}`)
        if (/^(?:href|src)$/.test(name) && !value.startsWith('https://')) faults.push(`${name}=${value}`)
      }
      if (element.localName === 'a' && !/noopener noreferrer/.test(element.getAttribute('rel') ?? ''))
        faults.push('a link without rel')
    }
    return faults
  })
const ran = (page: Page) => page.evaluate(() => (window as { __ran?: unknown }).__ran)

/** Opens every message in turn, as a reader would; looks after each few. */
async function readAll(page: Page): Promise<string[]> {
  const faults: string[] = []
  await page.locator('[data-message]').first().waitFor()
  const count = await page.locator('[data-message]').count()
  for (let at = 0; at < count; at += 200) {
    faults.push(
      ...(await page.evaluate(
        async ([from, to]) => {
          const root = (document.querySelector('#host') as HTMLElement).shadowRoot as ShadowRoot
          const buttons = [...root.querySelectorAll<HTMLElement>('[data-message]')].slice(from, to)
          const shown: string[] = []
          for (const button of buttons) {
            button.click()
            // A press is drawn before the next task.
            await new Promise(done => setTimeout(done))
            const article = root.querySelector('article')
            if (!article) shown.push(`${button.dataset.message} is not shown`)
            for (const element of article?.querySelectorAll('*') ?? []) {
              if (
                /^(?:script|iframe|object|embed|form|input|style|link|base|meta|template|video|math|details|marquee)$/.test(
                  element.localName,
                )
              )
                shown.push(element.outerHTML.slice(0, 120))
              for (const name of ['href', 'src'])
                if (element.hasAttribute(name) && !element.getAttribute(name)?.startsWith('https://'))
                  shown.push(element.outerHTML.slice(0, 120))
            }
          }
          return shown
        },
        [at, at + 200] as const,
      )),
    )
    faults.push(...(await inspect(page)))
  }
  return faults
}

test('runs none of hundreds of attacks in bodies, titles and addresses', async ({
  page,
  url,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|ERR_|Failed to load/)
  const items = [
    ...BODIES.map(body => ({ body })),
    ...TITLES.map(title => ({ title })),
    // As the server would never give them: the component trusts no address.
    ...ADDRESSES.map(address => ({ link: address, picture: address })),
  ].map((more, index) => message(index, more))
  expect(items.length).toBeGreaterThan(500)
  const asked = await openBare(page, url, items)
  await mount(page, url)
  expect(await readAll(page)).toEqual([])
  expect(await ran(page)).toBeUndefined()
  expect(asked).toEqual([])
})

test('ignores attacks in theme values', async ({ page, url, expectConsole }) => {
  expectConsole(/ERR_FAILED|ERR_|Failed to load/)
  const asked = await openBare(page, url, [])
  await mount(page, url)
  await page.locator('[role=tabpanel] strong').waitFor()
  const faults = await page.evaluate(async themes => {
    const root = (document.querySelector('#host') as HTMLElement).shadowRoot as ShadowRoot
    const { mounted, options } = window as unknown as {
      mounted: { update(options: object): void }
      options: object
    }
    const centre = root.querySelector('[lang]') as HTMLElement
    const found: string[] = []
    for (const theme of themes) {
      mounted.update({ ...options, theme })
      await new Promise(done => requestAnimationFrame(done))
      if (centre.style.cssText !== '') found.push(`${JSON.stringify(theme)} → ${centre.style.cssText}`)
      const picture = root.querySelector('img')
      if (picture) found.push(picture.outerHTML)
    }
    return found
  }, THEMES)
  expect(THEMES.length).toBeGreaterThan(100)
  expect(faults).toEqual([])
  expect(await ran(page)).toBeUndefined()
  expect(asked).toEqual([])
})
