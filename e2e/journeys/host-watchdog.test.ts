/** The watchdog explains why an embedded page did not start and offers a way to continue. */
import type { Page } from '@playwright/test'
import {
  frameOf,
  HOST_PAGE,
  hostUrl,
  openHost,
  pressControl,
  signInAt,
  waitForHostEvent,
  waitForLoginPage,
  waitForSignedIn,
} from '../lib/host/host.ts'
import { newPerson } from '../lib/people.ts'
import { expect, FULL, test } from '../lib/test.ts'

test.use(HOST_PAGE)

const SCRIPTS = /\/assets\/(?!watchdog)[^?]*\.js$/
const panelInFrame = (page: Page) => frameOf(page).locator('[data-watch]')
const panelInHost = (page: Page) => page.locator('[data-kerf]')
/** Logged by some versions of Chromium when a message reaches the browser's error page instead of the portal. */
const NO_RECIPIENT = /Failed to execute 'postMessage'/
const CODE = /Support code: [PK][A-Z]-[0-9A-Z]+/

test('reports blocked scripts and recovers through a new window', async ({ journey }) => {
  const { page, context, url, expectConsole } = journey
  expectConsole(/ERR_FAILED|ERR_BLOCKED/)
  const person = await newPerson(url)
  let blocked = true
  await page.route(SCRIPTS, route => (blocked ? route.abort('blockedbyclient') : route.continue()))
  await openHost(page, url, {})
  const panel = panelInFrame(page)
  await panel.getByText('Part of the page was blocked').waitFor()
  await panel.getByText(CODE).waitFor()
  await waitForHostEvent(page, 'failed', 'blocked')

  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    panel.getByRole('button', { name: 'Open in browser' }).click(),
  ])
  blocked = false
  await signInAt(popup, person)
  // The window returns a one-time ticket and closes. The frame signs in with the ticket.
  await waitForSignedIn(frameOf(page))
  await waitForHostEvent(page, 'result', person.email ? 'uid' : '')
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test(
  'offers another attempt when the files of an older page are gone',
  FULL,
  async ({ page, url, expectConsole }) => {
    expectConsole(/status of 404/)
    let gone = true
    await page.route(SCRIPTS, route => (gone ? route.fulfill({ status: 404 }) : route.continue()))
    await openHost(page, url, {})
    await panelInFrame(page).getByText('The page was updated').waitFor()
    gone = false
    await panelInFrame(page).getByRole('button', { name: 'Try again' }).click()
    await waitForLoginPage(frameOf(page))
    await panelInFrame(page).waitFor({ state: 'detached' })
  },
)

test('reports that the browser is offline', FULL, async ({ page, context, url, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  expectConsole(NO_RECIPIENT)
  await page.goto(hostUrl(url, { timeoutMs: '500' }))
  await page.locator('body[data-ready]').waitFor()
  await context.setOffline(true)
  await pressControl(page, 'Open')
  await panelInHost(page).getByText('You are offline').waitFor()
  await panelInHost(page).getByText(CODE).waitFor()
  await context.setOffline(false)
  await panelInHost(page).getByRole('button', { name: 'Try again' }).click()
  await waitForLoginPage(frameOf(page))
  await panelInHost(page).waitFor({ state: 'detached' })
})

test('reports a portal that cannot be reached', FULL, async ({ page, url, expectConsole }) => {
  expectConsole(/ERR_CONNECTION_REFUSED/)
  expectConsole(NO_RECIPIENT)
  await page.goto(hostUrl(url, { timeoutMs: '500' }))
  await page.locator('body[data-ready]').waitFor()
  const portal = new RegExp(`^${url}/(?!dev)`)
  await page.route(portal, route => route.abort('connectionrefused'))
  await pressControl(page, 'Open')
  await panelInHost(page).getByText('cannot be reached from here').waitFor()
  await page.unroute(portal)
  await panelInHost(page).getByRole('button', { name: 'Try again' }).click()
  await waitForLoginPage(frameOf(page))
})

test(
  'reports a blocked frame and works in a window instead',
  FULL,
  async ({ page, context, url, expectConsole }) => {
    expectConsole(/frame-ancestors|Refused to frame|Framing/)
    expectConsole(NO_RECIPIENT)
    const person = await newPerson(url)
    let refused = true
    await page.route(/\/en\/login\?/, async route => {
      if (!refused) return route.continue()
      const response = await route.fetch()
      const policy = "default-src 'self'; frame-ancestors 'none'"
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
    })
    await page.goto(hostUrl(url, { timeoutMs: '800', app: 'smallbusiness' }))
    await page.locator('body[data-ready]').waitFor()
    await pressControl(page, 'Open')
    await panelInHost(page).getByText('may not show the login page').waitFor()
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      panelInHost(page).getByRole('button', { name: 'Open in browser' }).click(),
    ])
    refused = false
    await signInAt(popup, person)
    await waitForHostEvent(page, 'result', '"ticket":"one-time"')
  },
)

test('waits ninety seconds for a slow page and reports that it is slow', FULL, async ({ page, url }) => {
  await page.clock.install()
  const released = Promise.withResolvers<void>()
  const requested = Promise.withResolvers<void>()
  await page.route(SCRIPTS, async route => {
    requested.resolve()
    await released.promise
    await route.continue()
  })
  await openHost(page, url, { timeoutMs: '60000' })
  await requested.promise
  // the prerendered page is visible before its scripts are loaded
  await frameOf(page).getByRole('textbox', { name: 'Email' }).waitFor()
  await page.clock.fastForward(11_000)
  await panelInFrame(page).getByText('This is taking longer').waitFor()
  await page.clock.fastForward(79_000)
  await panelInHost(page).getByText('This is taking longer').waitFor({ state: 'attached' })
  released.resolve()
  await page.clock.resume()
  await panelInFrame(page).waitFor({ state: 'detached' })
  await panelInHost(page).waitFor({ state: 'detached' })
  await waitForLoginPage(frameOf(page))
})

test('reports a portal of another protocol version', FULL, async ({ page, url }) => {
  // Simulates a later SDK that expects protocol version 2.
  await page.route('**/embed/kerf-embed.js', async route => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/\.version!==1/, '.version!==2')
    await route.fulfill({ response, body })
  })
  await openHost(page, url, {})
  await panelInHost(page).getByText('too old to show the page').waitFor()
})
