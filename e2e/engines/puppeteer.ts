/** Firefox over WebDriver BiDi and Chromium, both by puppeteer-core, which `npm run engines` installs outside the workspace. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, EngineOptions, EnginePage, ThirdPartyCookies } from './engine.ts'
import { firstLine } from './process.ts'

/** The part of puppeteer-core that is used here. Its types are not installed in the workspace. */
interface PuppeteerFrame {
  evaluate(script: string): Promise<unknown>
  parentFrame(): PuppeteerFrame | null
}
interface PuppeteerPage extends PuppeteerFrame {
  goto(url: string, options: object): Promise<unknown>
  frames(): PuppeteerFrame[]
  mainFrame(): PuppeteerFrame
  isClosed(): boolean
  evaluateOnNewDocument(script: string): Promise<unknown>
}
interface PuppeteerBrowser {
  newPage(): Promise<PuppeteerPage>
  pages(): Promise<PuppeteerPage[]>
  close(): Promise<void>
}
interface Puppeteer {
  launch(options: object): Promise<PuppeteerBrowser>
}

export interface PuppeteerOptions {
  readonly name: string
  readonly browser: 'firefox' | 'chrome'
  readonly executablePath: string
  /** folder with puppeteer-core */
  readonly tools: string
}

const FIREFOX_COOKIES: Readonly<Record<ThirdPartyCookies, number>> = { allowed: 0, blocked: 1 }

/** A Chromium profile whose settings allow or block third-party cookies. */
function createProfile(cookies: ThirdPartyCookies): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-engine-'))
  mkdirSync(join(folder, 'Default'))
  const profile = { cookie_controls_mode: cookies === 'blocked' ? 1 : 0 }
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify({ profile }))
  return folder
}

export function puppeteerEngine({ name, browser, executablePath, tools }: PuppeteerOptions): Engine {
  const launch = (cookies: ThirdPartyCookies, profile: string): Promise<PuppeteerBrowser> => {
    const loaded = createRequire(`${tools}/package.json`)('puppeteer-core') as Puppeteer & {
      default?: Puppeteer
    }
    const chromiumArguments = ['--no-sandbox', '--disable-popup-blocking', '--disable-dev-shm-usage']
    return (loaded.default ?? loaded).launch({
      browser,
      executablePath,
      headless: true,
      ...(browser === 'chrome' ? { args: chromiumArguments, userDataDir: profile } : {}),
      extraPrefsFirefox: {
        'network.cookie.cookieBehavior': FIREFOX_COOKIES[cookies],
        'dom.disable_open_during_load': false,
      },
    })
  }
  return {
    name,
    cookies: ['allowed', 'blocked'],
    keepsInsecureCookies: true,
    async version() {
      if (!existsSync(`${tools}/node_modules/puppeteer-core`)) throw new Error('puppeteer-core not installed')
      return firstLine(executablePath, '--version')
    },
    async open({ cookies, preload }: EngineOptions) {
      const profile = createProfile(cookies)
      const running = await launch(cookies, profile)
      const page = await running.newPage()
      if (preload) await page.evaluateOnNewDocument(preload)
      const before = new Set(await running.pages())
      const target = (frame: PuppeteerFrame) => ({
        run: (body: string) => frame.evaluate(`(async () => {${body}\n})()`),
      })
      return {
        page: {
          ...target(page),
          async goto(url) {
            await page.goto(url, { waitUntil: 'domcontentloaded' })
          },
          async frame() {
            const found = page.frames().find(frame => frame !== page.mainFrame())
            return found && target(found)
          },
          async popup() {
            const opened = (await running.pages()).find(other => !before.has(other) && !other.isClosed())
            return opened && target(opened)
          },
        } satisfies EnginePage,
        async close() {
          await running.close()
          rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
        },
      }
    },
  }
}
