import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { logStatus } from '../bootstrap/log-status.mjs'
import { root } from '../bootstrap/paths.mjs'
import { UserError } from '../bootstrap/user-error.mjs'
import { ensureBuilt } from '../build/build.mjs'
import {
  createDebianPackage,
  createTarball,
  debianArchitecture,
  normalizeTimes,
  releaseTime,
  sizeOf,
} from '../release/archives.mjs'
import { createProductionTree } from '../release/production-tree.mjs'

/** With Node and the embedded database. */
const TREE_BYTES_MAX = 280e6

/**
 * Builds the product and packs it for machines without npm: a tarball and a Debian package of this platform, into `dist/release` or
 * the given folder. Prints the SHA-256 of each; the same commit gives the same bytes.
 */
export async function run([to = `${root}/dist/release`]) {
  if (process.platform !== 'linux' || !debianArchitecture)
    throw new UserError('Releases are made on Linux (x64 or arm64), for the same platform.')
  const folder = resolve(to)
  await ensureInstalled('product')
  await ensureBuilt()
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  const time = releaseTime()
  const drafts = mkdtempSync(join(tmpdir(), 'kerf-release-'))
  try {
    const name = `kerf-passport-${version}`
    const tree = join(drafts, name)
    createProductionTree(tree)
    const bytes = sizeOf(tree)
    logStatus(`The tree has ${(bytes / 1e6).toFixed(0)} MB.`)
    if (bytes > TREE_BYTES_MAX) throw new UserError(`The limit is ${TREE_BYTES_MAX / 1e6} MB.`)
    normalizeTimes(tree, time)
    mkdirSync(folder, { recursive: true })
    const tarball = join(folder, `${name}-linux-${process.arch}.tar.gz`)
    const debian = join(folder, `kerf-passport_${version}_${debianArchitecture}.deb`)
    createTarball(drafts, name, tarball)
    createDebianPackage(tree, { draft: join(drafts, 'debian'), file: debian, version, time })
    for (const file of [tarball, debian])
      console.log(`${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}`)
    return 0
  } finally {
    rmSync(drafts, { recursive: true, force: true })
  }
}
