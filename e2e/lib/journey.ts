/** One journey: a browser context of its own, watched, with a picture left behind when it fails. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, inject, test } from 'vitest'
import { canBlockCookies, launchBrowser, launchProfile } from './chromium.ts'
import { newAddress } from './people.ts'
import { ready } from './ready.ts'
import { followRequests } from './settled.ts'
import { type Answer, answerStatistics } from './statistics.ts'
import { type Watch, watchConsole } from './watch.ts'

export interface Device {
  readonly context: BrowserContext
  readonly page: Page
  /** Goes to a path of the product and waits until the page answers. */
  open(path: string): Promise<void>
}

export interface Journey extends Device {
  /** address of the product */
  readonly url: string
  /** Another person's browser, or another of the same person's. */
  device(options?: BrowserContextOptions): Promise<Device>
  /** Lines of the console that the journey brings about, on all its devices. */
  expectConsole(pattern: RegExp): void
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
/** Milliseconds a journey waits for what must come; a busy machine is slow. */
const PATIENCE = 20_000
/** What a page asks for by itself may cross the end of its session: a browser writes such an answer to the console. */
const CROSSED = /status of 401 .*\/(message\/v1\/web\/|v1\/user\/basic)/
const results = fileURLToPath(new URL('../results', import.meta.url))

let launched: Promise<Browser> | undefined
const browser = (): Promise<Browser> => {
  launched ??= launchBrowser()
  return launched
}
afterAll(async () => (await launched)?.close())

export interface JourneyOptions extends BrowserContextOptions {
  /** another product than the shared one */
  readonly productUrl?: () => string
  /** a browser with a profile of its own instead of a private window, and what it does with third-party cookies */
  readonly thirdPartyCookies?: 'allowed' | 'blocked'
  /** what the visitor has answered to the question about statistics before; default no */
  readonly statistics?: Answer | 'unasked'
}

export function journey(
  name: string,
  work: (journey: Journey) => Promise<void>,
  { productUrl, thirdPartyCookies, statistics = 'no', ...options }: JourneyOptions = {},
): void {
  test.skipIf(thirdPartyCookies === 'blocked' && !canBlockCookies())(name, async () => {
    const url = productUrl?.() ?? inject('productUrl')
    const opened: { context: BrowserContext; watch: Watch }[] = []
    const expected: RegExp[] = [CROSSED]

    async function device(more: BrowserContextOptions = {}): Promise<Device> {
      const looks: BrowserContextOptions = {
        ...DESKTOP,
        baseURL: url,
        locale: 'en-US',
        extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
        ...options,
        ...more,
      }
      const context = thirdPartyCookies
        ? await launchProfile(thirdPartyCookies, looks)
        : await (await browser()).newContext(looks)
      context.setDefaultTimeout(PATIENCE)
      followRequests(context)
      if (statistics !== 'unasked') await answerStatistics(context, statistics)
      const watch = watchConsole(context)
      for (const pattern of expected) watch.expect(pattern)
      opened.push({ context, watch })
      const page = await context.newPage()
      const open = async (path: string) => {
        await page.goto(path)
        await ready(page)
      }
      return { context, page, open }
    }

    try {
      const first = await device()
      await work({
        ...first,
        url,
        device,
        expectConsole(pattern) {
          expected.push(pattern)
          for (const { watch } of opened) watch.expect(pattern)
        },
      })
      const faults = opened.flatMap(({ watch }) => watch.faults())
      if (faults.length > 0) throw new Error(`unexpected in the console:\n${faults.join('\n')}`)
    } catch (error) {
      await keep(name, opened)
      throw error
    } finally {
      await Promise.all(opened.map(({ context }) => context.close()))
    }
  })
}

/** Leaves picture, address, text and console of every open page in `results/`. */
async function keep(name: string, opened: readonly { context: BrowserContext; watch: Watch }[]) {
  mkdirSync(results, { recursive: true })
  const pages = opened.flatMap(({ context, watch }) => context.pages().map(page => ({ page, watch })))
  for (const [index, { page, watch }] of pages.entries()) {
    const path = `${results}/${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}-${index + 1}`
    const text = await page
      .locator('body')
      .textContent({ timeout: 2000 })
      .catch(() => '(no text)')
    writeFileSync(`${path}.txt`, [page.url(), '', text, '', ...watch.faults()].join('\n'))
    await page.screenshot({ path: `${path}.png`, fullPage: true, timeout: 5000 }).catch(() => {})
  }
}
