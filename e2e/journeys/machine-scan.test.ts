import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { launchBrowser } from '../lib/browser/chromium.ts'
import { writeCameraVideo } from '../lib/camera.ts'
import { waitForPath } from '../lib/forms.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { newPerson } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { sharedProduct } from '../lib/shared-product.ts'
import { expect, FULL, openVisitor, test } from '../lib/test.ts'

const SN = 'KERFDEMOLASER0000000007'
const SECRET = 'Vv9Qm1c0RkS0c2b5t1o2VwVv9Qm1c0RkS0c2b5t1o2Vw'

const folder = mkdtempSync(join(tmpdir(), 'kerf-camera-'))
const video = join(folder, 'camera.y4m')
const { url } = sharedProduct()
let browser: Browser | undefined
test.afterEach(() => browser?.close())
test.afterAll(() => rmSync(folder, { recursive: true }))

const dialog = (page: Page) => page.getByRole('dialog')
const snField = (page: Page) => dialog(page).getByLabel('SN of the machine')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')

/** `answer`: of the person to the browser's question. */
async function openMachines(answer: 'allow' | 'deny') {
  browser = await launchBrowser({
    args: [
      `--use-fake-ui-for-media-stream${answer === 'deny' ? '=deny' : ''}`,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  })
  const visit = await openVisitor(browser, { baseURL: url, reducedMotion: 'reduce' })
  const { token } = await newPerson(url)
  await setTokenCookie(visit.context, url, token)
  const requested: string[] = []
  visit.page.on('request', request => requested.push(request.url()))
  await visit.page.goto('/en/profile/machines')
  await waitForHydration(visit.page)
  return { ...visit, requested }
}

/** What this document may do, with the permission of the person. */
const powersOf = (page: Page) =>
  page.evaluate(async () => {
    const camera = await navigator.mediaDevices.getUserMedia({ video: true }).then(
      stream => {
        for (const track of stream.getTracks()) track.stop()
        return true
      },
      () => false,
    )
    const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
    const wasm = await WebAssembly.compile(empty).then(
      () => true,
      () => false,
    )
    return { camera, wasm }
  })

test(
  'a camera reads a serial number, an invitation and a login, and opens nothing of others',
  FULL,
  async () => {
    const { page, context, console, requested } = await openMachines('allow')
    console.expect(
      /Permissions policy violation: camera|violates the following Content Security Policy directive/,
    )
    console.expect(/status of 410 .*\/offers\/describe/)
    writeCameraVideo(video, 'https://elsewhere.example/machines/join#a-secret-of-others', SN)
    expect(await powersOf(page)).toEqual({ camera: false, wasm: false })

    await press(page, 'Claim a machine')
    await dialog(page).getByLabel('The card in the box').check()
    await press(page, 'Scan')
    await waitForPath(page, '/en/machines/scan')
    await page.getByText('This code leads to another website').waitFor()
    await waitForPath(page, '/en/profile/machines')
    await expect(snField(page)).toHaveValue(SN)
    await expect(dialog(page).getByLabel('The card in the box')).toBeChecked()

    writeCameraVideo(video, '')
    await press(page, 'Scan')
    await page.getByText('Looking for a code').waitFor()
    expect(await powersOf(page)).toEqual({ camera: true, wasm: true })
    await page.getByRole('link', { name: 'Type the SN' }).press('Enter')
    await waitForPath(page, '/en/profile/machines')
    await expect(snField(page)).toHaveValue('')
    await expect(snField(page)).toBeFocused()

    writeCameraVideo(video, `${url}/zh/machines/join#${SECRET}`)
    await press(page, 'Scan')
    await waitForPath(page, '/en/machines/join')
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()

    writeCameraVideo(video, `${url}/oidc/device?user_code=WDJB-MJHT`)
    await page.goto('/en/activate')
    await press(page, 'Scan')
    await waitForPath(page, '/en/activate')
    await expect(page.getByLabel('Code on the device')).toHaveValue('WDJB-MJHT')

    const addresses = [...requested, page.url()].map(address => new URL(address))
    expect([...new Set(addresses.map(({ hostname }) => hostname))]).toEqual([new URL(url).hostname])
    for (const secret of [SN, SECRET, 'WDJB'])
      expect(addresses.filter(({ pathname, search }) => (pathname + search).includes(secret))).toEqual([])
    const wasm = addresses.filter(({ pathname }) => pathname.endsWith('.wasm'))
    expect(wasm.length).toBeGreaterThan(0)
    expect(console.unexpectedLines()).toEqual([])
    await context.close()
  },
)

test('without the permission the page says so, loads no reader, and leads back to typing', FULL, async () => {
  writeCameraVideo(video, SN)
  const { page, context, console, requested } = await openMachines('deny')
  await press(page, 'Claim a machine')
  await press(page, 'Scan')
  await expect(page.getByRole('alert')).toContainText('The camera is not allowed.')
  await press(page, 'Try again')
  await expect(page.getByRole('alert')).toContainText('The camera is not allowed.')
  expect(requested.filter(address => address.endsWith('.wasm'))).toEqual([])
  await page.getByRole('link', { name: 'Type the SN' }).press('Enter')
  await expect(snField(page)).toBeFocused()
  expect(console.unexpectedLines()).toEqual([])
  await context.close()
})
