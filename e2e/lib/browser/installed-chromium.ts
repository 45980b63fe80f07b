import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const programs = '/Applications'
const windows = process.env.PROGRAMFILES ?? 'C:\\Program Files'

const places: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    `${programs}/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${programs}/Chromium.app/Contents/MacOS/Chromium`,
    `${programs}/Microsoft Edge.app/Contents/MacOS/Microsoft Edge`,
  ],
  win32: [
    `${windows}\\Google\\Chrome\\Application\\chrome.exe`,
    `${windows} (x86)\\Microsoft\\Edge\\Application\\msedge.exe`,
  ],
}

const caches: Partial<Record<NodeJS.Platform, string>> = {
  linux: '.cache/ms-playwright',
  darwin: 'Library/Caches/ms-playwright',
  win32: 'AppData/Local/ms-playwright',
}

/** Browsers installed by Playwright, newest first. */
function fromPlaywright(): string[] {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), caches[process.platform] ?? '')
  const names = ['chrome', 'Chromium', 'chrome.exe', 'headless_shell', 'chrome-headless-shell']
  const found = names.flatMap(name => globSync(`chromium*/**/${name}`, { cwd: cache }))
  return found
    .sort()
    .reverse()
    .map(path => join(cache, path))
}

/** Whether a program starts. It may be a stub of an app store or lack libraries. */
function runs(path: string): boolean {
  try {
    if (process.platform !== 'win32') execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

/** Path of an installed Chromium, Chrome or Edge that starts. */
export function findInstalledChromium(): string | undefined {
  const candidates = [...(places[process.platform] ?? []), ...fromPlaywright()]
  return candidates.find(path => existsSync(path) && runs(path))
}
