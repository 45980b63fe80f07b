import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheDir, root } from '../bootstrap/paths.mjs'

const ignored = new Set(['node_modules', 'dist', 'generated', '.cache', 'test'])

function addTo(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) {
    hash.update(`${path}\n`).update(readFileSync(full))
    return
  }
  const entries = readdirSync(full).filter(name => !ignored.has(name) && !/\.test\.tsx?$/.test(name))
  for (const name of entries.sort()) addTo(hash, join(path, name))
}

/** One hash over the content of the given files and folders (relative to the root), outputs and tests left out. */
export function hashInputs(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addTo(hash, path)
  return hash.digest('hex')
}

const stampOf = name => `${cacheDir}/build/${name}`

/** Whether `output` exists and the last complete build of `name` had these inputs. */
export function isFresh(name, inputs, output) {
  return existsSync(output) && existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === inputs
}

/** Call before a build: one that is interrupted must not look finished. */
export function dropStamp(name) {
  rmSync(stampOf(name), { force: true })
}

/** Call after a build that succeeded, with the hash taken before it began. */
export function writeStamp(name, inputs) {
  mkdirSync(dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), inputs)
}
