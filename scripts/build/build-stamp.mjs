import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheDir, root } from '../bootstrap/paths.mjs'

const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'generated', '.cache', 'test'])

function addToHash(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) {
    hash.update(`${path}\n`).update(readFileSync(full))
    return
  }
  const entries = readdirSync(full).filter(name => !IGNORED_FOLDERS.has(name) && !/\.test\.tsx?$/.test(name))
  for (const name of entries.sort()) addToHash(hash, join(path, name))
}

/** One hash of the contents of the given files and folders (relative to the root), without outputs and tests. */
export function hashInputs(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addToHash(hash, path)
  return hash.digest('hex')
}

const stampPathOf = name => `${cacheDir}/build/${name}`

/** Whether `output` exists and the last complete build of `name` had these inputs. */
export function isFresh(name, inputs, output) {
  return (
    existsSync(output) && existsSync(stampPathOf(name)) && readFileSync(stampPathOf(name), 'utf8') === inputs
  )
}

/** Call before a build, so that an interrupted build does not count as complete. */
export function removeStamp(name) {
  rmSync(stampPathOf(name), { force: true })
}

/** Call after a successful build, with the hash that was computed before the build. */
export function writeStamp(name, inputs) {
  mkdirSync(dirname(stampPathOf(name)), { recursive: true })
  writeFileSync(stampPathOf(name), inputs)
}
