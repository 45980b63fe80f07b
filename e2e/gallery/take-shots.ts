import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { useLargeText } from '../lib/overflow.ts'
import { newAddress } from '../lib/people.ts'
import { followRequests, waitForSettled } from '../lib/settled.ts'
import { answerStatistics } from '../lib/statistics.ts'
import { type ConsoleAccess, openConsoleScreen } from '../screens/console-screens.ts'
import { openScreen } from '../screens/open.ts'
import { devicesOf, isOfConsole, LARGE_TEXT_DEVICE, type Shot, type Theme } from './plan.ts'

/** Short: the page was settled before, and there are many screenshots. */
const IMAGES_IDLE_MS = 50

interface ShotResult {
  readonly shot: Shot
  /** why the screenshot failed */
  readonly error: string | undefined
}

interface Addresses {
  readonly url: string
  /** undefined: no screenshot shows the console */
  readonly access: ConsoleAccess | undefined
}

/** Takes all themes of a state from one page, one after the other. */
export async function* takeShots(
  browser: Browser,
  addresses: Addresses,
  shots: readonly Shot[],
  folder: string,
): AsyncGenerator<ShotResult> {
  const keyOf = ({ file, theme }: Shot) => file.replace(`.${theme}.png`, '')
  for (const group of Map.groupBy(shots, keyOf).values()) yield* takeGroup(browser, addresses, group, folder)
}

const mediaOf = (theme: Theme) =>
  theme === 'contrast'
    ? ({ colorScheme: 'dark', forcedColors: 'active' } as const)
    : ({ colorScheme: theme, forcedColors: 'none' } as const)

/**
 * A screenshot beyond the window has no touch (`pointer: coarse`): the window becomes as high as its page. The band of the brand and
 * what is at least as high as the window keep their heights. False: the page grows with the window, which keeps its height.
 */
async function stretchWindow(page: Page): Promise<boolean> {
  const window = page.viewportSize()
  if (!window) return false
  await page.evaluate(() => {
    const picture = document.querySelector('picture')
    if (picture && picture.offsetHeight < innerHeight / 2) picture.style.height = `${picture.offsetHeight}px`
    const full = `${innerHeight}px`
    for (const element of document.querySelectorAll<HTMLElement>('body, body *'))
      if (getComputedStyle(element).minHeight === full) element.style.minHeight = full
  })
  const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight)
  // Twice: margins that are a part of the window's height grow with it up to a limit.
  for (let attempt = 0; attempt < 2; attempt++) {
    const height = await pageHeight()
    await page.setViewportSize({ ...window, height })
    if ((await pageHeight()) <= height) return true
  }
  await page.setViewportSize(window)
  return false
}

/**
 * `complete` says only that nothing loads, also of an empty source. A large image is drawn some frames after it was loaded or resized,
 * unless it is decoded with its frame.
 */
async function waitForImages(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.images].every(image => image.complete))
  await page.evaluate(async () => {
    const shown = [...document.images].filter(({ currentSrc }) => currentSrc.startsWith('http'))
    for (const image of shown) image.decoding = 'sync'
    // A broken image is a state of its own.
    await Promise.all(shown.map(image => image.decode().catch(() => {})))
  })
}

async function* takeGroup(
  browser: Browser,
  { url, access }: Addresses,
  group: readonly Shot[],
  folder: string,
) {
  const [first] = group
  if (!first) return
  const { screen, language, device, brand, enterState } = first
  const context = await browser.newContext({
    ...devicesOf(screen)[device],
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: language === 'zh' ? 'Asia/Shanghai' : 'Europe/Zurich',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  })
  followRequests(context)
  await answerStatistics(context, 'no')
  try {
    const page = isOfConsole(screen)
      ? await openConsoleScreen(context, access as ConsoleAccess, screen, language)
      : await openScreen(context, url, screen, language, brand && `p=${brand}`)
    if (device === LARGE_TEXT_DEVICE) await useLargeText(page)
    await enterState(page)
    // A dialog belongs to the window: the screenshot leaves out the rest of the page behind it.
    const isWhole = (await page.getByRole('dialog').count()) === 0
    const hasTouch = devicesOf(screen)[device]?.hasTouch === true
    const fullPage = isWhole && !(hasTouch && (await stretchWindow(page)))
    for (const shot of group) {
      await page.emulateMedia(mediaOf(shot.theme))
      // The other theme may load other images, also of the style sheet, such as the logo. That begins with the next frame.
      await page.evaluate(
        () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      await waitForSettled(page, IMAGES_IDLE_MS)
      await waitForImages(page)
      await page.screenshot({ path: join(folder, shot.file), fullPage, animations: 'disabled' })
      yield { shot, error: undefined }
    }
  } catch (error) {
    for (const shot of group) yield { shot, error: error instanceof Error ? error.message : String(error) }
  } finally {
    await context.close()
  }
}
