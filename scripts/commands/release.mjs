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
  readCommit,
  sizeOf,
} from '../release/archives.mjs'
import { createProductionTree, findOversizedParts } from '../release/production-tree.mjs'

/** Two packages of one version are ordered by the time of their commit, `20261124T031500.28b93fd1`. */
const debianSuffix = (time, commit) =>
  `${new Date(time * 1_000).toISOString().replace(/[-:]|\.\d+Z/g, '')}.${commit.slice(0, 8)}`

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
  const { time, commit } = readCommit()
  const drafts = mkdtempSync(join(tmpdir(), 'kerf-release-'))
  try {
    const name = `kerf-passport-${version}`
    const tree = join(drafts, name)
    const oversized = findOversizedParts()
    if (oversized.length > 0) throw new UserError(oversized.join('\n'))
    createProductionTree(tree, commit)
    logStatus(`The tree has ${(sizeOf(tree) / 1e6).toFixed(0)} MB.`)
    normalizeTimes(tree, time)
    mkdirSync(folder, { recursive: true })
    const tarball = join(folder, `${name}-linux-${process.arch}.tar.gz`)
    const packageVersion = `${version}+${debianSuffix(time, commit)}`
    const debian = join(folder, `kerf-passport_${packageVersion}_${debianArchitecture}.deb`)
    createTarball(drafts, name, tarball)
    createDebianPackage(tree, { draft: join(drafts, 'debian'), file: debian, version: packageVersion, time })
    for (const file of [tarball, debian])
      console.log(`${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}`)
    return 0
  } finally {
    rmSync(drafts, { recursive: true, force: true })
  }
}
