import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from '@playwright/test'
import { findInstalledChromium } from './installed-chromium.ts'
import { type ChromiumProgram, canUsePackagedChromium, unpackPackagedChromium } from './packaged-chromium.ts'

let installed: ChromiumProgram | undefined
let headless: ChromiumProgram | undefined

/** `KERF_CHROMIUM`, else an installed browser that starts. */
function findInstalled(): ChromiumProgram | undefined {
  const executablePath = installed?.executablePath ?? (process.env.KERF_CHROMIUM || findInstalledChromium())
  if (executablePath) installed = { executablePath, env: {} }
  return installed
}

/** A browser as people use it: `KERF_CHROMIUM`, else an installed one, else the packaged one. */
const findChromium = (): ChromiumProgram => findInstalled() ?? unpackPackagedChromium()

/**
 * The browser of the tests: `KERF_CHROMIUM`, else the packaged one, which is a headless shell and takes a quarter of the
 * CPU time that an installed browser takes to open a page. Where the package does not start: an installed browser.
 */
export function findTestChromium(): ChromiumProgram {
  if (process.env.KERF_CHROMIUM) return { executablePath: process.env.KERF_CHROMIUM, env: {} }
  headless ??= canUsePackagedChromium() ? unpackPackagedChromium() : findChromium()
  return headless
}

/** The packaged Chromium allows third-party cookies and has no setting for them. */
export const isPackaged = ({ env }: ChromiumProgram): boolean => 'FONTCONFIG_PATH' in env

export const canBlockCookies = (): boolean => findInstalled() !== undefined

// No requests but those of the test. Names below localhost need no flag: Chromium resolves them to loopback.
const ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-dev-shm-usage',
  // Without a graphics card Chromium imitates one, which takes an eighth of the CPU time of a test.
  '--disable-gpu',
]

/** Chromium writes to the home folder and does not start where that folder is not writable. */
function writableHome(): Record<string, string> {
  try {
    accessSync(homedir(), constants.W_OK)
    return {}
  } catch {
    const home = join(tmpdir(), `kerf-browser-home-${process.getuid?.() ?? 'user'}`)
    mkdirSync(home, { recursive: true, mode: 0o700 })
    return { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache') }
  }
}

/**
 * Options that start a browser. Its sandbox is off: it does not run as root, and many containers cannot create one. The
 * pages are those of the product.
 */
export function browserLaunchOptions({ executablePath, env }: ChromiumProgram): LaunchOptions {
  const environment = { ...process.env, ...writableHome(), ...env } as Record<string, string>
  return { executablePath, chromiumSandbox: false, args: ARGUMENTS, env: environment }
}

/** Starts a browser with a fresh profile in the temporary folder. The caller closes it. */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const defaults = browserLaunchOptions(findChromium())
  return chromium.launch({
    ...defaults,
    ...options,
    args: [...ARGUMENTS, ...(options.args ?? [])],
    env: { ...defaults.env, ...options.env },
  })
}

export type CookieSetting = 'allowed' | 'blocked' | 'none'

/** Value of a content setting of Chromium. */
const BLOCK = 2

/**
 * Starts a browser with its own profile, whose settings allow or block third-party cookies, or allow no cookie at all.
 * (Other contexts of an installed browser are private windows, where Chromium always blocks them.)
 */
export async function launchProfile(
  thirdPartyCookies: CookieSetting,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-profile-'))
  mkdirSync(join(folder, 'Default'))
  const profile = {
    cookie_controls_mode: thirdPartyCookies === 'allowed' ? 0 : 1,
    ...(thirdPartyCookies === 'none' && { default_content_setting_values: { cookies: BLOCK } }),
  }
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify({ profile }))
  const context = await chromium.launchPersistentContext(folder, {
    ...browserLaunchOptions(findChromium()),
    ...options,
  })
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  context.on('close', remove)
  // A browser that is still closing may write once more.
  process.once('exit', remove)
  return context
}
