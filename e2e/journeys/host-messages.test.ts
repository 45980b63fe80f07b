/** Messages between host and portal, and messages that the portal ignores (S-054, S-055). */
import type { Page } from '@playwright/test'
import {
  HOST_PAGE,
  hostEvents,
  innerFrame,
  openHost,
  pressControl,
  signInAt,
  waitForHostEvent,
  waitForLoginPage,
  waitForSignedIn,
} from '../lib/host/host.ts'
import { endOtherSessions, newPerson } from '../lib/people.ts'
import { expect, FULL, test } from '../lib/test.ts'

test.use(HOST_PAGE)

const themeOf = async (page: Page) =>
  (await innerFrame(page)).evaluate(() => document.documentElement.dataset.theme ?? 'system')
const waitForTheme = (page: Page, theme: string) => expect.poll(() => themeOf(page)).toBe(theme)

/** Opens a session with the portal without the SDK. Sets `window.post`, which sends a message in that session. */
async function openRawSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = document.querySelector<HTMLIFrameElement>('#place iframe')
    const nonce = 'nonce-of-the-test-0123'
    const session = await new Promise<string>(resolve => {
      addEventListener('message', ({ data }) => data.nonce === nonce && resolve(data.session))
      const hello = { source: 'kerf-host', version: 1, type: 'hello', nonce }
      frame?.contentWindow?.postMessage(hello, new URL(frame.src).origin)
    })
    const post = (message: object) =>
      frame?.contentWindow?.postMessage(
        { source: 'kerf-host', version: 1, session, ...message },
        new URL(frame.src).origin,
      )
    Object.assign(window, { post })
  })
}
const post = (page: Page, ...messages: object[]) =>
  page.evaluate(all => {
    for (const message of all) (window as unknown as { post(message: object): void }).post(message)
  }, messages)

test(
  'notifies the host of sign-in and sign-out and follows its commands',
  FULL,
  async ({ page, url, expectConsole }) => {
    expectConsole(/status of 401/)
    const person = await newPerson(url)
    const frame = await openHost(page, url, { app: 'creative' })
    await waitForHostEvent(page, 'ready', '1.11.19')
    await waitForHostEvent(page, 'cookies')
    await waitForHostEvent(page, 'resize', 'height')
    await waitForLoginPage(frame)
    expect(await frame.getByText('All rights reserved').isVisible()).toBe(false)

    await pressControl(page, 'Dark')
    await waitForTheme(page, 'dark')
    await pressControl(page, '中文')
    await waitForHostEvent(page, 'language', 'zh')
    await frame.getByRole('button', { name: '登录', exact: true }).waitFor()
    await pressControl(page, 'English')

    await signInAt(frame, person)
    await waitForSignedIn(frame)
    await waitForHostEvent(page, 'login', 'uid')
    await waitForHostEvent(page, 'result', '"utoken":"token"')
    await pressControl(page, 'Get session')
    await waitForHostEvent(page, 'session', 'personal')

    // The host is notified when the server ends the session.
    await frame.getByRole('link', { name: 'User center' }).click()
    await frame.getByRole('region', { name: 'Overview' }).first().waitFor()
    await endOtherSessions(url, person)
    await waitForHostEvent(page, 'logout', '"expired":true')
    await waitForLoginPage(frame)

    await signInAt(frame, person)
    await expect.poll(async () => (await hostEvents(page, 'login')).length).toBe(2)
    await pressControl(page, 'Log out')
    await waitForHostEvent(page, 'logout', '"expired":false')
  },
)

test('gives a host without token access a ticket that works once', FULL, async ({ page, url }) => {
  const person = await newPerson(url)
  const frame = await openHost(page, url, { app: 'smallbusiness', face: 'browser' })
  await signInAt(frame, person)
  await waitForHostEvent(page, 'result', '"ticket":"one-time"')
  const result = await page.evaluate(() => (window as unknown as { lastResult: object }).lastResult)
  expect(Object.keys(result).sort()).toEqual(['kind', 'ticket', 'uid'])
  // No other event that the host received contains a credential.
  expect(await page.locator('#log').textContent()).not.toMatch(/tkt_|utoken/)
})

test('ignores malformed, replayed, foreign and excessive messages', FULL, async ({ page, url }) => {
  const frame = await openHost(page, url, {})
  await waitForHostEvent(page, 'ready')
  await waitForLoginPage(frame)
  await openRawSession(page)
  await post(page, { type: 'theme', theme: 'dark', seq: 1000 })
  await waitForTheme(page, 'dark')
  await post(
    page,
    // replayed
    { type: 'theme', theme: 'light', seq: 1000 },
    { type: 'theme', theme: 'light', seq: 999 },
    // malformed; another version; another page view
    { type: 'theme', theme: 'url(javascript:1)', seq: 1001 },
    { type: 'theme', theme: 'light', seq: 1002, version: 2 },
    { type: 'theme', theme: 'light', seq: 1003, session: 'another-page-view-00' },
  )
  // A later message is applied, so the portal has processed all earlier ones.
  await page.waitForTimeout(1100)
  expect(await themeOf(page)).toBe('dark')
  await post(page, { type: 'language', language: 'zh', seq: 1004 })
  await frame.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(await themeOf(page)).toBe('dark')

  // Of 1,000 messages sent at once, at most five are applied.
  await page.waitForTimeout(1100)
  const changes = (await innerFrame(page)).evaluate(
    () =>
      new Promise<number>(resolve => {
        let count = 0
        new MutationObserver(records => {
          count += records.length
        }).observe(document.documentElement, { attributeFilter: ['data-theme'] })
        addEventListener('message', ({ data }) => data?.seq === 3000 && setTimeout(() => resolve(count), 50))
      }),
  )
  const flood = Array.from({ length: 1000 }, (_, i) => ({
    type: 'theme',
    theme: i % 2 ? 'dark' : 'light',
    seq: 2001 + i,
  }))
  await post(page, ...flood.slice(0, 999), { type: 'theme', theme: 'light', seq: 3000 })
  expect(await changes).toBeLessThanOrEqual(5)
  await frame.getByRole('button', { name: '登录', exact: true }).waitFor()
})

test('reloads at most once within ten seconds', FULL, async ({ page, url }) => {
  const frame = await openHost(page, url, {})
  await waitForHostEvent(page, 'ready')
  const views = async () => (await hostEvents(page, 'ready')).length
  await pressControl(page, 'Reload')
  await expect.poll(views).toBe(2)
  await waitForLoginPage(frame)
  await pressControl(page, 'Reload')
  await pressControl(page, 'Dark')
  // The command after it is applied, so the portal has received the second reload and ignored it.
  await waitForTheme(page, 'dark')
  expect(await views()).toBe(2)
})

test('ignores a sibling frame', FULL, async ({ page, url }) => {
  const frame = await openHost(page, url, {})
  await waitForHostEvent(page, 'ready')
  await waitForLoginPage(frame)
  await page.evaluate(() => {
    const sibling = document.createElement('iframe')
    sibling.src = '/dev/host'
    document.body.append(sibling)
    return new Promise(resolve => {
      sibling.onload = resolve
    })
  })
  const sibling = page.frames().find(one => one !== page.mainFrame() && one.url().includes('/dev/host'))
  const answered = await sibling?.evaluate(
    () =>
      new Promise(resolve => {
        addEventListener('message', ({ data }) => resolve(data))
        setTimeout(() => resolve('nothing'), 1500)
        const hello = { source: 'kerf-host', version: 1, type: 'hello', nonce: 'nonce-of-a-sibling-001' }
        parent.frames[0]?.postMessage(hello, '*')
      }),
  )
  expect(answered).toBe('nothing')
})
