/** The SDK on a page of a host app: windows, dialogs, the custom element, and a ticket that a server redeems. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { kerf } from '../lib/codes.ts'
import { HOST_PAGE, signInAt, waitForLoginPage, waitForSignedIn } from '../lib/host/host.ts'
import { newPerson } from '../lib/people.ts'
import { hostPortOf } from '../lib/product.ts'
import { sharedProduct } from '../lib/shared-product.ts'
import { expect, FULL, test } from '../lib/test.ts'

/** The examples of docs/embedding.md. Only the addresses of the two sites are replaced. */
const DOCUMENT = readFileSync(fileURLToPath(new URL('../../docs/embedding.md', import.meta.url)), 'utf8')
const [EXAMPLE = '', ELEMENT = ''] = Array.from(
  DOCUMENT.matchAll(/```html\n([\s\S]*?)```/g),
  ([, code = '']) => code,
)

let origin: string
let stop: () => void
/** requests that the page sent to its own server */
const posted: string[] = []
let page = ''

test.beforeAll(async () => {
  const server = createServer((request, response) => {
    if (request.url !== '/session') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
      return
    }
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      posted.push(`${request.method} ${body}`)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>(resolve =>
    server.listen(hostPortOf(sharedProduct().environment), '127.0.0.1', resolve),
  )
  origin = `http://app.other.localhost:${(server.address() as AddressInfo).port}`
  stop = () => server.close()
})
test.afterAll(() => stop())

const setPage = (html: string, portal: string) => {
  page = `<!doctype html><meta charset="utf-8">${html.replaceAll('https://passport.kerf.example', portal)}`
}

interface App {
  readonly clientId: string
  readonly clientSecret: string
}

const redeem = (url: string, { clientId, clientSecret }: App, ticket: string) =>
  fetch(`${url}/v1/ticket/redeem`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ticket }),
  }).then(async response => (await response.json()) as { code: number; data: { uid: string; email: string } })

test.describe(() => {
  test.use(HOST_PAGE)
  test('signs in on the documented page by a ticket that works once', async ({ page, url }) => {
    const person = await newPerson(url)
    const code = `embed${Date.now().toString(36)}`
    const app = (await kerf('app', 'create', '--code', code, '--name', 'Embedder', '--origin', origin)) as App
    // An app without its own brand gets the default look and a ticket instead of a token.
    setPage(EXAMPLE.replace("app: 'support'", "app: 'smallbusiness'"), url)
    await page.goto(origin)
    const frame = page.frameLocator('#account iframe')
    await signInAt(frame, person)
    await waitForSignedIn(frame)
    await expect.poll(() => posted.at(-1) ?? '').toMatch(/^POST .*tkt_/)
    const { ticket } = JSON.parse(posted.at(-1)?.slice('POST '.length) ?? '') as { ticket: string }
    expect(await redeem(url, app, ticket)).toMatchObject({ code: 0, data: { email: person.email } })
    expect(await redeem(url, app, ticket)).toMatchObject({ code: 20206 })
    await frame.getByRole('button', { name: 'Log out' }).click()
    await expect.poll(() => posted.at(-1) ?? '').toBe('DELETE ')
  })
})

test.describe(() => {
  test.use(HOST_PAGE)
  test('shows the portal by the documented element and reports by events', FULL, async ({ page, url }) => {
    const script = `<script src="${url}/embed/kerf-embed.global.js"></script>`
    setPage(
      script +
        ELEMENT.replace('page="profile"', 'page="login"').replace(
          'console.log(detail.uid)',
          'document.title = detail.uid',
        ),
      url,
    )
    const person = await newPerson(url)
    await page.goto(origin)
    const frame = page.frameLocator('kerf-portal iframe')
    await waitForLoginPage(frame)
    await expect.poll(() => frame.locator('html').getAttribute('data-theme')).toBe('dark')
    await signInAt(frame, person)
    await expect.poll(() => page.title()).toMatch(/^[0-9a-f-]{36}$/)
    const height = () =>
      page.locator('kerf-portal iframe').evaluate(one => one.getBoundingClientRect().height)
    const tall = await height()
    await page.evaluate(() => document.querySelector('kerf-portal')?.setAttribute('language', 'zh'))
    await frame.getByRole('heading', { name: '您已登录' }).waitFor()
    await page.evaluate(() => document.querySelector('kerf-portal')?.remove())
    expect(tall).toBeGreaterThan(200)
  })
})

const PLAIN = `<button id="window">w</button><button id="dialog">d</button><script type="module">
  import { createKerf } from 'https://passport.kerf.example/embed/kerf-embed.js'
  const kerf = createKerf({ portal: 'https://passport.kerf.example', app: 'smallbusiness' })
  Object.assign(window, { kerf })
  const show = result => { document.title = result === undefined ? 'closed' : result.ticket ? 'by ticket' : 'without ticket' }
  document.getElementById('window').onclick = () => kerf.openLogin().then(show)
  document.getElementById('dialog').onclick = () => kerf.openLogin({ in: 'frame' }).then(show)
</script>`

const session = (page: Page) =>
  page.evaluate(async () => {
    const { kerf } = window as unknown as {
      kerf: { getSession(): Promise<unknown>; logout(): Promise<void> }
    }
    return (await kerf.getSession()) ?? 'signed out'
  })

test.describe(() => {
  test.use(HOST_PAGE)
  test(
    'signs in by a window, handles a closed window, and opens none where a dialog is shown',
    FULL,
    async ({ journey }) => {
      const { page, context, url, expectConsole } = journey
      expectConsole(/status of 401/)
      const person = await newPerson(url)
      setPage(PLAIN, url)
      await page.goto(origin)
      const openWindow = async () => {
        const [opened] = await Promise.all([context.waitForEvent('page'), page.locator('#window').click()])
        return opened
      }
      const first = await openWindow()
      await waitForLoginPage(first)
      await first.close()
      await expect.poll(() => page.title()).toBe('closed')

      const second = await openWindow()
      await signInAt(second, person)
      await expect.poll(() => page.title()).toBe('by ticket')
      await expect.poll(() => second.isClosed()).toBe(true)

      // Where the frame can read the cookie of the window, it would be signed in already.
      await context.clearCookies()
      await page.locator('#dialog').click()
      const dialog = page.frameLocator('dialog iframe')
      await waitForLoginPage(dialog)
      await dialog.getByRole('textbox', { name: 'Email', exact: true }).focus()
      await page.getByRole('dialog', { name: 'Log in' }).getByRole('button', { name: 'Close' }).click()
      await expect.poll(() => page.title()).toBe('closed')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('dialog')
      await page.evaluate(() => {
        document.title = 'open'
      })
      await page.locator('#dialog').click()
      await waitForLoginPage(dialog)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.title()).toBe('closed')
      await page.locator('#dialog').click()
      await signInAt(dialog, person)
      await expect.poll(() => page.title()).toBe('by ticket')
      await page.locator('dialog').waitFor({ state: 'detached' })
    },
  )
})

test.describe(() => {
  test.use({ thirdPartyCookies: 'allowed' })
  test.use(HOST_PAGE)
  test(
    'reports the signed-in account to the page until the page signs it out',
    FULL,
    async ({ page, url, expectConsole }) => {
      expectConsole(/status of 401/)
      const person = await newPerson(url)
      setPage(PLAIN, url)
      await page.goto(origin)
      await page.waitForFunction(() => 'kerf' in window)
      expect(await session(page)).toBe('signed out')
      await page.locator('#dialog').click()
      await signInAt(page.frameLocator('dialog iframe'), person)
      await expect.poll(() => page.title()).toBe('by ticket')
      expect(await session(page)).toMatchObject({ kind: 'personal' })
      await page.evaluate(() => (window as unknown as { kerf: { logout(): Promise<void> } }).kerf.logout())
      expect(await session(page)).toBe('signed out')
    },
  )
})
