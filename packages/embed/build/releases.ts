/**
 * Released versions of the SDK, one folder each below `releases/`. The portal serves them at `/embed/<version>/` forever, so
 * that a page that names a version and its hash keeps working after the portal is updated. A released file never changes.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const RELEASES_FOLDER = at('../releases')
export const VERSION = /^\d+\.\d+\.\d+$/
/** Scripts that a page loads, and so the files with a hash. */
export const SCRIPTS = ['kerf-embed.js', 'kerf-embed.global.js'] as const
export const TYPES_FILE = 'kerf-embed.d.ts'
const FILES = [...SCRIPTS, TYPES_FILE]

/** Hash of each script by version, newest first. Also served as `/embed/versions.json`. */
export type Versions = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Value of the attribute `integrity` (Subresource Integrity, section 3.5). */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

const partsOf = (version: string): number[] => version.split('.').map(Number)

/** Negative if `a` is older than `b`. */
export function compareReleases(a: string, b: string): number {
  const right = partsOf(b)
  return partsOf(a)
    .map((part, i) => part - (right[i] ?? 0))
    .reduce((first, next) => first || next, 0)
}

export function readReleases(folder = RELEASES_FOLDER): Versions {
  const versions = existsSync(folder) ? readdirSync(folder).filter(name => VERSION.test(name)) : []
  const hashes = (version: string) =>
    Object.fromEntries(SCRIPTS.map(name => [name, integrityOf(readFileSync(join(folder, version, name)))]))
  return Object.fromEntries(
    versions
      .sort(compareReleases)
      .reverse()
      .map(version => [version, hashes(version)]),
  )
}

/** Copies every release and their list into the folder that the portal serves as `/embed/`. */
export async function copyReleases(outDir: string): Promise<string[]> {
  const versions = readReleases()
  await writeFile(join(outDir, 'versions.json'), `${JSON.stringify({ versions }, null, 2)}\n`)
  const folders = Object.keys(versions).map(version => join(outDir, version))
  for (const version of Object.keys(versions))
    await cp(join(RELEASES_FOLDER, version), join(outDir, version), { recursive: true })
  return folders
}

/**
 * Why the built files in `dist` may not be called `version`, one sentence each. A change of the code needs a new version; one
 * of the types a new minor or major version (semver.org).
 */
export function findVersionProblems(dist: string, version: string, folder = RELEASES_FOLDER): string[] {
  const [newest] = Object.keys(readReleases(folder))
  if (newest === undefined) return []
  const isSame = (name: string) =>
    readFileSync(join(dist, name)).equals(readFileSync(join(folder, newest, name)))
  const order = compareReleases(version, newest)
  if (order < 0) return [`The version ${version} is older than the release ${newest}.`]
  const changed = FILES.filter(name => !isSame(name))
  if (order === 0)
    return changed.map(
      name => `${name} differs from the release ${newest}: raise the version in package.json.`,
    )
  const minorOf = (of: string) => partsOf(of).slice(0, 2).join('.')
  return minorOf(version) === minorOf(newest) && changed.includes(TYPES_FILE)
    ? [
        `The public types differ from those of ${newest}: raise the minor or major version, not only the patch.`,
      ]
    : []
}

/** Adds the built files of `dist` as a release. */
export async function addRelease(dist: string, version: string, folder = RELEASES_FOLDER): Promise<void> {
  const target = join(folder, version)
  if (existsSync(target))
    throw new Error(`${version} is released already: raise the version in package.json.`)
  const [problem] = findVersionProblems(dist, version, folder)
  if (problem !== undefined) throw new Error(problem)
  await mkdir(target, { recursive: true })
  for (const name of FILES) await cp(join(dist, name), join(target, name))
}
