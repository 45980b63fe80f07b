import type { Page } from '@playwright/test'
import { kerf } from '../lib/codes.ts'
import { fieldMessage } from '../lib/forms.ts'
import { expect, FULL, type Journey, PHONE, test } from '../lib/test.ts'

const sn = (page: Page) => page.getByRole('textbox', { name: 'Device SN' })
const source = (page: Page, name: '1200W' | '800W') => page.getByRole('radio', { name })
const step = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const errorOf = (page: Page) => fieldMessage(page, 'Device SN')
const get = (page: Page) => page.getByRole('button', { name: 'Get password' })
const shown = async (page: Page): Promise<string> =>
  ((await page.locator('output').textContent()) ?? '').replace(/\s/g, '')

let serials = 0
const newSn = (): string => `KLWE2E${String(Date.now()).slice(-9)}${String(++serials).padStart(8, '0')}`

const verify = (serialNumber: string, lightSource: string, password: string): Promise<unknown> =>
  kerf('device', 'verify', '--sn', serialNumber, '--light-source', lightSource, '--password', password)

/** Chooses a light source and watches the video to its end. */
async function watch(page: Page, lightSource: '1200W' | '800W', play: string | RegExp): Promise<void> {
  // `check` would wait for the radio button, which is gone: the choice is a row then.
  await source(page, lightSource).click()
  await page.getByRole('button', { name: play }).click()
  await page.getByRole('textbox', { name: /Device SN|设备 SN/ }).waitFor()
}

async function open({ open }: Journey, lang = 'en'): Promise<void> {
  await open(`/${lang}/sn-password`)
}

test.describe(() => {
  test.use(PHONE)
  test('gives a password for light source, video and serial number on a phone without an account, and then the next one', async ({
    journey,
  }) => {
    const { page, context } = journey
    journey.expectConsole(/status of 4\d\d/)
    await open(journey)
    await step(page, 'Get the password').getByText('Finish the video to get the password').waitFor()
    expect(await sn(page).count()).toBe(0)
    await watch(page, '1200W', 'Play')
    const serialNumber = newSn()

    await get(page).click()
    await expect.poll(() => errorOf(page)).toBe('Please enter Device SN')
    await sn(page).fill(serialNumber.slice(1))
    await get(page).click()
    await expect.poll(() => errorOf(page)).toBe('SN length is incorrect. It should be 23 characters.')
    await sn(page).fill(`${serialNumber.slice(1)}-`)
    await get(page).click()
    await expect.poll(() => errorOf(page)).toBe('Invalid device SN')

    await sn(page).fill('')
    await sn(page).pressSequentially(serialNumber.toLowerCase())
    expect(await sn(page).inputValue()).toBe(serialNumber)
    await get(page).click()
    await page.getByText('Unlock password', { exact: true }).waitFor()
    const first = await shown(page)
    expect(first).toMatch(/^\d{8}$/)
    expect(await verify(serialNumber, '1200W', first)).toEqual({ valid: true, counter: 1 })
    expect(page.url()).not.toContain(serialNumber)

    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // It says so for two seconds.
    await Promise.all([
      page.getByRole('button', { name: 'Copied' }).waitFor(),
      page.getByRole('button', { name: 'Copy password' }).click(),
    ])
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)

    await page.getByRole('button', { name: 'Get a new password' }).click()
    await page.getByText('Next unlock password').waitFor()
    const second = await shown(page)
    expect(second).not.toBe(first)
    expect(await verify(serialNumber, '1200W', second)).toEqual({ valid: true, counter: 2 })
    for (const button of ['Get a new password', 'Copy password']) {
      const box = await page.getByRole('button', { name: button }).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(60)
    }
  })

  test(
    'removes a shown password with its machine, and solves a proof of work for the fourth one',
    FULL,
    async ({ journey }) => {
      const { page } = journey
      journey.expectConsole(/status of 4\d\d/)
      await open(journey)
      await watch(page, '1200W', 'Play')
      const serialNumber = newSn()
      await sn(page).fill(serialNumber)
      await get(page).click()
      await page.getByText('Unlock password', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Get a new password' }).click()
      await page.getByText('Next unlock password').waitFor()

      // Changing the serial number or the light source removes the shown password.
      await sn(page).fill(newSn())
      expect(await page.locator('output').count()).toBe(0)
      await sn(page).fill(serialNumber)
      await page.getByRole('button', { name: 'Change the laser power' }).click()
      await source(page, '800W').click()
      expect(await page.locator('output').count()).toBe(0)
      await sn(page).fill(serialNumber)
      await get(page).click()
      await page.getByText('Unlock password', { exact: true }).waitFor()
      expect(await verify(serialNumber, '800W', await shown(page))).toEqual({ valid: true, counter: 1 })

      // The fourth password of the machine: the page solves a proof of work by itself.
      await page.getByRole('button', { name: 'Get a new password' }).click()
      await page.getByText('Next unlock password').waitFor()
      expect(await verify(serialNumber, '800W', await shown(page))).toEqual({ valid: true, counter: 2 })
    },
  )
})

test('keeps the watched video after a reload on a desktop in Chinese', FULL, async ({ journey }) => {
  const { page } = journey
  journey.expectConsole(/status of 4\d\d/)
  await open(journey, 'zh')
  await watch(page, '800W', '播放')
  await page.reload()
  await source(page, '800W').click()
  await page.getByText('您已看完视频').waitFor()
  const field = page.getByRole('textbox', { name: '设备 SN' })
  await field.fill('KLW')
  await page.getByRole('button', { name: '获取密码' }).click()
  await page.getByText('SN 长度不正确，应为 23 个字符。').waitFor()
  const serialNumber = newSn()
  await field.fill(serialNumber)
  await page.getByRole('button', { name: '获取密码' }).click()
  await page.getByText('解锁密码', { exact: true }).waitFor()
  expect(await verify(serialNumber, '800W', await shown(page))).toEqual({ valid: true, counter: 1 })
})

test(
  'repeats a lost request with the same number and makes a new request after a rejection',
  FULL,
  async ({ journey }) => {
    const { page } = journey
    journey.expectConsole(/ERR_FAILED|status of 403/)
    await open(journey)
    await watch(page, '1200W', 'Play')
    const rejection = { status: 403, json: { code: 40_301, data: null, msg: '', requestId: 'x' } }
    const requests: string[] = []
    await page.route('**/v1/device/activate', async route => {
      requests.push(route.request().postData() ?? '')
      expect(route.request().headers().utoken).toBeUndefined()
      if (requests.length === 3) return route.fulfill(rejection)
      const response = await route.fetch()
      if (requests.length === 1) await route.abort()
      else await route.fulfill({ response })
    })
    const serialNumber = newSn()
    await sn(page).fill(serialNumber)
    await get(page).click()
    await page.getByRole('alert').getByText('Network connection failed').waitFor()
    await get(page).click()
    await page.getByText('Unlock password', { exact: true }).waitFor()
    expect(requests[1]).toBe(requests[0])
    expect(await verify(serialNumber, '1200W', await shown(page))).toEqual({ valid: true, counter: 1 })

    // The activation API would reject a repetition of a rejected request.
    await sn(page).fill(newSn())
    await get(page).click()
    await page.getByRole('alert').getByText('System error').waitFor()
    await get(page).click()
    await page.getByText('Unlock password', { exact: true }).waitFor()
    expect(requests[3]).not.toBe(requests[2])
  },
)

test('requires the video when only the browser claims that it was watched', FULL, async ({ journey }) => {
  const { page } = journey
  journey.expectConsole(/status of 403/)
  await open(journey)
  await page.evaluate(() => sessionStorage.setItem('kerf.welder.watched', String(Date.now())))
  await page.reload()
  await source(page, '1200W').click()
  await sn(page).fill(newSn())
  await get(page).click()
  await page.getByRole('alert').getByText('Watch the video again').waitFor()
  await page.getByRole('button', { name: 'Play' }).waitFor()
  expect(await sn(page).count()).toBe(0)
})
