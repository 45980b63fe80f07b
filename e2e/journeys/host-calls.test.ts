/** Makes every native call through every kind of demo host, on the self-test page. */
import type { FrameLocator, Page } from '@playwright/test'
import { HOST_PAGE, type HostOptions, openHost, openPhone, waitForHostEvent } from '../lib/host/host.ts'
import { expect, FULL, type Journey, test } from '../lib/test.ts'

test.use(HOST_PAGE)

const CALLS: Readonly<Record<string, RegExp>> = {
  'App version': /Works.*2\.1\.0/,
  'About this device': /Works.*Kerf 20/,
  'Safety module': /Works.*2\.4\.1/,
  'Log in with the app': /Works: .*demo-host.*•••/,
  // requires a signed-in account
  'Hand over the login': /This is not allowed here/,
  'Save data': /Works/,
  'Read data': /Works: .*20\d\d-/,
  'Download and share a file': /Works/,
  'Download and open a file': /Works/,
  'Save a picture to the album': /Works/,
  'Import onto the canvas': /Works/,
  'Generate G-code': /Works: .*G21/s,
  'Send G-code to the machine': /Works/,
}

type PageOrFrame = FrameLocator | Page

/** Row of a call in the list of tests. */
const row = (target: PageOrFrame, name: string) =>
  target
    .getByRole('region', { name: 'Tests' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}`) })

async function tryCall(target: PageOrFrame, name: string, outcome: RegExp): Promise<void> {
  await target
    .getByRole('region', { name: 'Tests' })
    .getByRole('button', { name: new RegExp(`^Try (again: )?${name}$`) })
    .click()
  await row(target, name).getByRole('status').filter({ hasText: outcome }).waitFor()
}

async function tryAllCalls({ page }: Journey, target: PageOrFrame): Promise<void> {
  for (const [name, outcome] of Object.entries(CALLS)) await tryCall(target, name, outcome)
  await expect(page.locator('#canvas img')).toHaveAttribute('src', /^data:image\/svg\+xml;base64,/)
  await expect(page.locator('#album')).toContainText('kerf-test.svg')
  await expect(page.locator('#gcode')).toContainText('G21')
  await expect(page.locator('#storage')).toContainText('selftest')
}

async function checkRejections({ page }: Journey, target: PageOrFrame): Promise<void> {
  const setAnswers = (behavior: string) => page.locator('[name=answers]').selectOption(behavior)
  for (const [behavior, outcome] of [
    ['refused', /The app declined the request.*\(The person said no\.\)/],
    ['failed', /could not finish the request.*\(The disk is full\.\)/],
    ['unsupported', /cannot do that yet/],
    ['nonsense', /unexpected response/],
  ] as const) {
    await setAnswers(behavior)
    await tryCall(target, 'Import onto the canvas', outcome)
  }
  await setAnswers('silent')
  await tryCall(target, 'App version', /did not respond in time/)
  // The call times out after a day. The person can cancel it.
  const canvas = row(target, 'Import onto the canvas')
  await canvas.getByRole('button', { name: 'Try' }).click()
  await canvas.getByText('Waiting for the app').waitFor()
  await canvas.getByRole('button', { name: 'Cancel' }).click()
  await canvas.getByText('Canceled.').waitFor()
  await setAnswers('answered')
  await tryCall(target, 'Import onto the canvas', /Works/)
}

const phones: readonly HostOptions[] = [{ native: 'webkit' }, { native: 'android' }]

test('answers every call of a desktop app, shows every rejection and closes its view', async ({
  journey,
}) => {
  const { page, url } = journey
  const frame = await openHost(page, url, { page: '/selftest', app: 'creative' })
  await frame.getByText('a page or app, as a frame').waitFor()
  await tryAllCalls(journey, frame)
  await checkRejections(journey, frame)
  await frame.getByRole('button', { name: 'Try Close this view' }).click()
  await page.locator('#bar').getByText('closed').waitFor()
})

for (const options of phones) {
  test(
    `answers every call of a phone's app (${options.native}) over its own bridge`,
    FULL,
    async ({ journey }) => {
      const { page, url } = journey
      const phone = await openPhone(page, url, { page: '/selftest', ...options })
      await phone.getByText('an app, through its native bridge').waitFor()
      await waitForHostEvent(page, 'ready')
      await tryAllCalls(journey, phone)
      if (options.native === 'webkit') await checkRejections(journey, phone)
      const closed = phone.waitForEvent('close')
      await phone.getByRole('button', { name: 'Try Close this view' }).click()
      await closed
    },
  )
}

test('reports at once that a page in a browser supports no call', FULL, async ({ page, url }) => {
  const frame = await openHost(page, url, { face: 'browser', page: '/selftest' })
  for (const name of ['Import onto the canvas', 'Send G-code to the machine', 'Log in with the app'])
    await tryCall(frame, name, /cannot do that yet/)
})

test('in a browser, only the machine on a cable can be tried', FULL, async ({ page, open }) => {
  await open('/selftest')
  await page.getByText('a browser tab').waitFor()
  await page.getByText('This page works').waitFor()
  await page.getByText('so no app answers').waitFor()
  await expect(page.getByRole('button', { name: /^Try/ })).toHaveCount(2)
  await page.goto('/selftest?l=zh')
  await page.getByRole('heading', { name: '自检' }).waitFor()
})

test("stores data in an iPhone's app from 2.1.0 on", FULL, async ({ page, url }) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
  await page
    .context()
    .addInitScript(value => Object.defineProperty(navigator, 'userAgent', { get: () => value }), userAgent)
  const phone = await openPhone(page, url, { page: '/selftest', native: 'webkit', version: '2.0.9' })
  await tryCall(phone, 'Save data', /does not support this/)
  await tryCall(phone, 'App version', /2\.0\.9/)
  await phone.close()
})
