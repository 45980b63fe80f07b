/** The safety module check on the security page: by the host app, and by the WebSocket of the machine (S-059). */
import type { FrameLocator, Page } from '@playwright/test'
import { freePort } from '../lib/free-port.ts'
import { HOST_PAGE, openHost, pressControl, signInAt, waitForSignedIn } from '../lib/host/host.ts'
import { newPerson } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, test } from '../lib/test.ts'

const STATES: Readonly<Record<string, RegExp>> = {
  installed: /Installed.*Version 2\.4\.1 is the latest/,
  missing: /Not installed.*Install \(version 2\.4\.1\)/,
  outdated: /Out of date.*2\.1\.0 is installed, 2\.4\.1 is the latest/,
  'no-device': /No machine found.*Turn the machine on/,
  refused: /Declined.*Allow it there/,
  nonsense: /Status unknown.*unexpected response/,
  huge: /Status unknown.*unexpected response/,
}

type PageOrFrame = FrameLocator | Page

const card = (target: PageOrFrame) => target.getByRole('region', { name: 'Device safety module' })

async function checkModule(target: PageOrFrame, outcome: RegExp): Promise<void> {
  await card(target)
    .getByRole('button', { name: /^Check/ })
    .click()
  await card(target).getByRole('status').filter({ hasText: outcome }).waitFor()
}

test.describe(() => {
  test.use(HOST_PAGE)
  test('connects to the local machine after a click only and sends it no personal data', async ({
    journey,
  }) => {
    const { page, context, url, open, expectConsole } = journey
    expectConsole(/ERR_FAILED/)
    const person = await newPerson(url)
    await setTokenCookie(context, url, person.token)
    await open('/en/profile/security')
    const sockets: string[] = []
    page.on('websocket', socket => sockets.push(socket.url()))
    await card(page).getByRole('button', { name: 'Check now' }).waitFor()
    expect(sockets).toEqual([])

    // The script of the check is loaded at the first click. When that fails, the card reports it and can try again.
    const scripts = '**/assets/*.js'
    await page.route(scripts, route => route.abort())
    await card(page).getByRole('button', { name: 'Check now' }).click()
    await card(page).getByRole('alert').getByText('Network connection failed').waitFor()
    await page.unroute(scripts)

    const simulator = `${url}/dev/host/device`
    for (const [state, outcome] of Object.entries(STATES)) {
      await fetch(`${simulator}/${state}`, { method: 'PUT' })
      await checkModule(page, outcome)
    }
    await fetch(`${simulator}/installed`, { method: 'PUT' })
    expect(new Set(sockets.map(address => new URL(address).hostname))).toEqual(new Set(['127.0.0.1']))
    const { received } = (await (await fetch(simulator)).json()) as { received: string[] }
    expect(received.length).toBeGreaterThan(0)
    for (const text of received)
      for (const secret of [person.token, person.email]) expect(text).not.toContain(secret)
  })
})

test.describe(() => {
  test.use(HOST_PAGE)
  test('reports when the browser blocks the check or no machine answers', FULL, async ({ journey }) => {
    const { page, context, url, open, expectConsole } = journey
    expectConsole(/WebSocket connection to/)
    const person = await newPerson(url)
    await setTokenCookie(context, url, person.token)
    const unusedPort = await freePort()
    await page.route('**/profile/security', async route => {
      const response = await route.fetch()
      const replacePort = (text: string) =>
        text.replaceAll(/("devicePort":|ws:[/]+[^ ;]+:)\d+/g, `$1${unusedPort}`)
      const headers = { ...response.headers() }
      headers['content-security-policy'] = replacePort(headers['content-security-policy'] ?? '')
      await route.fulfill({ response, headers, body: replacePort(await response.text()) })
    })
    await open('/en/profile/security')
    // Chromium treats the mocked page as public and requires a permission for requests to the local network.
    // Older and headless versions do not.
    await checkModule(page, /Blocked by the browser.*Local network access|No machine found/)
    if ((await card(page).getByText('Blocked by the browser').count()) === 0) return
    await context.grantPermissions(['local-network-access'])
    await checkModule(page, /No machine found/)
  })
})

test.describe(() => {
  test.use({ thirdPartyCookies: 'allowed' })
  test.use(HOST_PAGE)
  test('asks a desktop app instead and reports one that is too old', FULL, async ({ page, url }) => {
    const person = await newPerson(url)
    const frame = await openHost(page, url, { app: 'creative', page: 'profile/security' })
    await signInAt(frame, person)
    await waitForSignedIn(frame)
    await pressControl(page, 'Open')
    await checkModule(frame, /Installed.*2\.4\.1/)
    await page.locator('[name=answers]').selectOption('unsupported')
    await checkModule(frame, /The app is too old.*Update the app/)
    await page.locator('[name=answers]').selectOption('refused')
    await checkModule(frame, /Declined/)
    await page.locator('[name=answers]').selectOption('silent')
    await checkModule(frame, /Status unknown.*did not respond in time/)
  })
})
