/** Playwright's `test` with fixtures of the product: visitors, each with a separate browser profile, and a check of the console. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as playwrightTest,
} from '@playwright/test'
import {
  type CookieSetting,
  canBlockCookies,
  findTestChromium,
  isPackaged,
  launchProfile,
} from './browser/chromium.ts'
import { type ConsoleCheck, checkConsole } from './console-check.ts'
import { waitForHydration } from './hydration.ts'
import { newAddress } from './people.ts'
import { followRequests } from './settled.ts'
import { sharedProduct } from './shared-product.ts'
import { type Answer, answerStatistics } from './statistics.ts'

export { expect }

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Goes to a path of the product and waits until the page is hydrated. */
  open(path: string): Promise<void>
}

export interface Journey extends Visitor {
  /** address of the product */
  readonly url: string
  /** Another person's browser, or another browser of the same person. */
  newVisitor(options?: BrowserContextOptions): Promise<Visitor>
  /** Ignores console lines that match, of all visitors: the test causes them. */
  expectConsole(pattern: RegExp): void
}

interface Options {
  /** address of the product; by default of the one that all tests share */
  readonly url: string
  /** whether the browser blocks third-party cookies or, with `none`, all; undefined where the test works either way */
  readonly thirdPartyCookies: CookieSetting | undefined
  /** what the visitor has answered to the question about statistics; default no */
  readonly statistics: Answer | 'unasked'
}

interface Fixtures extends Omit<Journey, 'context' | 'page' | 'url'> {
  readonly journey: Journey
}

/**
 * Details of a test that `npm run e2e` and `npm test -- --full` run and `npm test` does not: one more combination, or the whole way
 * of something that component, unit or API tests prove.
 */
export const FULL = { tag: '@full' } as const

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

/** As the timeout of `expect`, long enough for a machine that does much else. */
const ACTION_TIMEOUT_MS = 60_000
/** A page's own requests may still be under way when its session ends; the browser reports their 401 in the console. */
const LATE_REQUESTS = /status of 401 .*\/(message\/v1\/web\/|v1\/user\/basic)/

/** Fixture value that is read when a test starts, such as the address of a product that `beforeAll` started. */
export const provide =
  <T>(value: () => T) =>
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
  async ({}: object, use: (value: T) => Promise<void>): Promise<void> => {
    await use(value())
  }

/** A browser profile with an empty page, and the check of its console. */
export interface Visit {
  readonly context: BrowserContext
  readonly console: ConsoleCheck
  readonly page: Page
}

async function preparePage(context: BrowserContext, statistics: Answer | 'unasked'): Promise<Visit> {
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  // Playwright's own default, no limit, goes before the line above.
  context.setDefaultNavigationTimeout(ACTION_TIMEOUT_MS)
  followRequests(context)
  if (statistics !== 'unasked') await answerStatistics(context, statistics)
  const console = checkConsole(context)
  console.expect(LATE_REQUESTS)
  return { context, console, page: await context.newPage() }
}

/** For a page that several tests share. The caller closes the context and reads the console. */
export const openVisitor = async (browser: Browser, options: BrowserContextOptions): Promise<Visit> =>
  preparePage(
    await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': newAddress() }, ...options }),
    'no',
  )

export const test = playwrightTest.extend<Options & Fixtures>({
  url: [provide(() => sharedProduct().url), { option: true }],
  thirdPartyCookies: [undefined, { option: true }],
  statistics: ['no', { option: true }],

  journey: async ({ browser, url, thirdPartyCookies, statistics, extraHTTPHeaders }, use, testInfo) => {
    testInfo.skip(
      thirdPartyCookies !== undefined && thirdPartyCookies !== 'allowed' && !canBlockCookies(),
      'The packaged Chromium has no settings for third-party cookies.',
    )
    const opened: Visit[] = []
    const expected: RegExp[] = []

    async function newVisitor(more: BrowserContextOptions = {}): Promise<Visitor> {
      const options: BrowserContextOptions = {
        baseURL: url,
        // Animations cost more CPU time than the rest of a page. Component tests run with them.
        reducedMotion: 'reduce',
        // Each visitor has its own address, so that the rate limits of one test do not affect another.
        extraHTTPHeaders: extraHTTPHeaders ?? { 'x-forwarded-for': newAddress() },
        ...more,
      }
      const needsProfile = thirdPartyCookies !== 'allowed' || !isPackaged(findTestChromium())
      const context =
        thirdPartyCookies && needsProfile
          ? await launchProfile(thirdPartyCookies, options)
          : await browser.newContext(options)
      const visitor = await preparePage(context, statistics)
      for (const pattern of expected) visitor.console.expect(pattern)
      opened.push(visitor)
      const { page } = visitor
      const open = async (path: string) => {
        await page.goto(path)
        await waitForHydration(page)
      }
      return { context, page, open }
    }

    const first = await newVisitor()
    await use({
      ...first,
      url,
      newVisitor,
      expectConsole(pattern) {
        expected.push(pattern)
        for (const { console } of opened) console.expect(pattern)
      },
    })
    const unexpected = opened.flatMap(({ console }) => console.unexpectedLines())
    await Promise.all(opened.map(({ context }) => context.close()))
    expect.soft(unexpected, 'unexpected lines in the console').toEqual([])
  },

  context: async ({ journey }, use) => use(journey.context),
  page: async ({ journey }, use) => use(journey.page),
  open: async ({ journey }, use) => use(journey.open),
  newVisitor: async ({ journey }, use) => use(journey.newVisitor),
  expectConsole: async ({ journey }, use) => use(journey.expectConsole),
})
