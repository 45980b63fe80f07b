import { getCertificateStatus, issueCertificate } from '@kerf/contract/endpoints/certificate'
import { finishWatchSession, listCourses } from '@kerf/contract/endpoints/training'
import type { Page, Route } from '@playwright/test'
import { waitForPath } from '../lib/forms.ts'
import { apiClient, newPerson } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, type Journey, PHONE, test } from '../lib/test.ts'
import { earnCertificate } from '../lib/training.ts'

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
const play = (page: Page) => press(page, 'Play')
const video = (page: Page) => page.locator('video')

/** Reads a property of the video. */
const readVideo = (page: Page, name: 'currentTime' | 'playbackRate' | 'paused') =>
  video(page).evaluate((element, property) => (element as HTMLVideoElement)[property], name)
const waitForPosition = (page: Page, seconds: number) =>
  expect.poll(() => readVideo(page, 'currentTime')).toBeGreaterThan(seconds)

async function openCourse(journey: Journey, token?: string): Promise<string> {
  const bearer = token ?? (await newPerson(journey.url)).token
  await setTokenCookie(journey.context, journey.url, bearer)
  await journey.open('/en/profile/training')
  await press(journey.page, 'Start')
  await video(journey.page).waitFor()
  return bearer
}

const finishedLessons = async (url: string, token: string) =>
  (await apiClient(url, token)(listCourses, undefined))
    .flatMap(({ lessons }) => lessons)
    .filter(({ finished }) => finished).length

test('issues a certificate for a fully watched course, to download and to verify', async ({ journey }) => {
  const { page, url, newVisitor } = journey
  journey.expectConsole(/ERR_FAILED/)
  const token = await openCourse(journey)
  await page.getByText('First viewing: no skipping and no speeding up').waitFor()
  // The player handles the space key anywhere in it.
  await video(page).focus()
  // The film plays in real time: each caption is waited for before it comes.
  const captions = page.locator('[data-captions]')
  const first = captions.getByText('First caption').waitFor()
  const second = captions.getByText('第二句字幕').waitFor()
  await play(page)
  await first
  await press(page, '中文')
  await second
  await page.getByText('Lesson finished.').waitFor()
  await press(page, 'Stay here')
  await page.getByRole('img', { name: 'Laser safety: 1 of 2 lessons finished' }).waitFor()
  await page.getByText('You have watched this lesson').waitFor()
  await page.getByRole('slider', { name: 'Position' }).waitFor()
  // The server records the lesson but its response is lost. The retry does not require the lesson to be watched again.
  const loseResponse = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/watch/finish', loseResponse, { times: 1 })
  // The next lesson plays at once.
  await press(page, 'Next lesson')
  await page.getByText('Connection lost.').waitFor()
  await play(page)
  await page.getByRole('img', { name: 'Laser safety: 2 of 2 lessons finished' }).waitFor()
  await page.getByText('Completed', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'You completed Laser safety' }).waitFor()

  await press(page, 'Get the certificate')
  await page.getByRole('img', { name: /^Certificate, number KL-/ }).waitFor()
  const saving = page.waitForEvent('download')
  await press(page, 'Download PDF')
  expect((await saving).suggestedFilename()).toBe('certificate-laser.pdf')
  const badge = page.waitForEvent('download')
  await press(page, 'More')
  await press(page, 'Download badge')
  expect((await badge).suggestedFilename()).toBe('safety-badge-laser.svg')
  expect(await page.getByRole('main').getByRole('button', { name: 'Engrave' }).count()).toBe(0)
  const info = await apiClient(url, token)(getCertificateStatus, undefined)
  expect(info).toMatchObject({ isFinish: true, isHave: true, printIsFinish: false })

  const link = await page.getByRole('link', { name: 'Verification page' }).getAttribute('href')
  const otherVisitor = await newVisitor(PHONE)
  await otherVisitor.open(link ?? '')
  await otherVisitor.page.getByText('Genuine and valid', { exact: true }).waitFor()
  await otherVisitor.page.getByRole('heading', { name: 'Laser safety' }).waitFor()
  await otherVisitor.open('/en/certificate/KL-2222-2222-2222-2222')
  await otherVisitor.page.getByText('There is no certificate').waitFor()
  // The number can be corrected in place.
  await otherVisitor.page
    .getByRole('textbox', { name: 'Certificate number' })
    .fill((link ?? '').slice(-22).replaceAll('-', ' '))
  await otherVisitor.page.getByRole('button', { name: 'Verify' }).click()
  await otherVisitor.page.getByText('Genuine and valid', { exact: true }).waitFor()

  // A finished course can be watched without restrictions.
  await press(page, 'Close the course')
  await press(page, 'Watch again')
  await video(page).evaluate(element => {
    ;(element as HTMLVideoElement).currentTime = 5
  })
  await expect.poll(() => readVideo(page, 'currentTime')).toBeGreaterThan(4)
})

test('does not count seeking, speeding up, a hidden page or leaving midway', FULL, async ({ journey }) => {
  const { page, url } = journey
  journey.expectConsole(/status of 4\d\d/)
  const token = await openCourse(journey)
  const watching = page.waitForResponse(response => response.url().endsWith('/watch/start'))
  await play(page)
  const { watch } = ((await (await watching).json()) as { data: { watch: string } }).data
  await waitForPosition(page, 0.5)

  // The video pauses while the page is hidden. This is checked first: a slow machine would play the whole clip before it.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.getByText('Paused because this page was hidden.').waitFor()
  expect(await readVideo(page, 'paused')).toBe(true)

  await video(page).evaluate(element => {
    ;(element as HTMLVideoElement).currentTime = 5.8
    ;(element as HTMLVideoElement).playbackRate = 8
  })
  await expect.poll(() => readVideo(page, 'currentTime')).toBeLessThan(4)
  await expect.poll(() => readVideo(page, 'playbackRate')).toBe(1)

  const call = apiClient(url, token)
  await expect(call(finishWatchSession, { watch })).rejects.toMatchObject({ code: 20502 })
  await expect(call(issueCertificate, { certId: 'x' })).rejects.toMatchObject({ code: 20503 })

  await page.reload()
  await press(page, 'Start')
  await play(page)
  await waitForPosition(page, 0.2)
  await expect(call(finishWatchSession, { watch })).rejects.toMatchObject({ code: 20206 })
  expect(await finishedLessons(url, token)).toBe(0)
})

test('ends the watch session of the first tab when a second one starts', FULL, async ({ journey }) => {
  const { page, context, url } = journey
  journey.expectConsole(/status of 410/)
  const token = await openCourse(journey)
  await play(page)
  await waitForPosition(page, 0.5)
  await page.getByRole('main').getByRole('button', { name: 'Pause', exact: true }).click()
  const second = await context.newPage()
  await second.goto('/en/profile/training')
  await press(second, 'Start')
  await play(second)
  await waitForPosition(second, 0.5)
  await page.bringToFront()
  await page.getByText('Playback stopped').waitFor()
  expect(await readVideo(page, 'currentTime')).toBe(0)
  expect(await finishedLessons(url, token)).toBe(0)
})

test(
  'keeps the proven part of a lesson after a lost connection and plays the rest again',
  FULL,
  async ({ journey }) => {
    const { page, context, url } = journey
    journey.expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    const token = await openCourse(journey)
    await play(page)
    await waitForPosition(page, 1)
    await context.setOffline(true)
    await page.getByText('Connection lost.').waitFor()
    expect(await readVideo(page, 'paused')).toBe(true)
    await context.setOffline(false)
    await play(page)
    await expect
      .poll(
        async () => {
          if ((await readVideo(page, 'paused')) && (await finishedLessons(url, token)) === 0) await play(page)
          return finishedLessons(url, token)
        },
        { timeout: 90_000, intervals: [1_000] },
      )
      .toBe(1)
  },
)

test(
  'sends the certificate to the canvas or to the machine in a desktop app',
  FULL,
  async ({ context, page, url }) => {
    const { token } = await newPerson(url)
    await earnCertificate(url, token, 'printer')
    await setTokenCookie(context, url, token)
    const query = new URLSearchParams({ face: 'desktop', page: 'profile/training', version: '2.1.0' })
    await page.goto(`/dev/host?${query}`)
    await page.locator('body[data-ready]').waitFor()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const portal = page.frameLocator('#place iframe')
    const process = portal.getByRole('button', { name: 'Engrave' })
    await expect.poll(() => process.isEnabled()).toBe(true)
    await process.click()
    await portal.getByRole('dialog').getByRole('button', { name: 'Import to canvas' }).click()
    await page.locator('#canvas img').waitFor()
    const drawn = page.locator('#canvas img')
    await expect
      .poll(() => drawn.evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(500)
    await portal.getByText('Sent to your app.').first().waitFor()
    await process.click()
    await portal.getByRole('dialog').getByRole('button', { name: 'Send as G-code' }).click()
    await expect.poll(() => page.locator('#gcode').textContent()).toContain('certificate-printer.svg.gcode')
  },
)

test(
  'shows the training page only to holders of a certificate where training is not required',
  FULL,
  async ({ context, page, url, open, newVisitor }) => {
    const { token } = await newPerson(url)
    await setTokenCookie(context, url, token)
    const item = (on: Page) => on.getByRole('navigation').getByRole('link', { name: /training/i })
    await open('/en/profile/training?s=pc&av=2.5.9')
    await waitForPath(page, '/en/profile/settings')
    await page.getByRole('textbox', { name: 'Nickname' }).waitFor()
    expect(await item(page).count()).toBe(0)
    await open('/en/profile?s=pc&av=2.6.0')
    await item(page).waitFor()

    const other = await newVisitor()
    const holder = await newPerson(url)
    await earnCertificate(url, holder.token, 'printer')
    await setTokenCookie(other.context, url, holder.token)
    await other.open('/en/profile/training?s=pc&av=2.5.9')
    await item(other.page).waitFor()
    await other.page.getByRole('heading', { name: '3D printer safety' }).waitFor()
  },
)
