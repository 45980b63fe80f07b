/** Archives that are equal byte for byte when their content is: one time, one owner, fixed modes, names in order. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/paths.mjs'
import { UserError } from '../bootstrap/user-error.mjs'

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }
export const debianArchitecture = ARCHITECTURES[process.arch]

/** Runs a program of the system. Names the Debian package that has it if it is missing. */
function runTool(name, args, { from, ...options } = {}) {
  try {
    return execFileSync(name, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options })
  } catch (error) {
    if (error.code === 'ENOENT') throw new UserError(`${name} is missing: apt-get install ${from}`)
    throw error
  }
}

/** The checked-out commit and its time in Unix seconds; SOURCE_DATE_EPOCH replaces the time. */
export function readCommit() {
  const format = ['log', '-1', '--format=%ct %H']
  const [written, commit] = runTool('git', format, { from: 'git', cwd: root, encoding: 'utf8' })
    .trim()
    .split(' ')
  const given = Number(process.env.SOURCE_DATE_EPOCH)
  return { time: Number.isInteger(given) && given > 0 ? given : Number(written), commit }
}

/** Sets the time of everything in `folder`, and the mode of folders: a new file changes the time of its folder. */
export function normalizeTimes(folder, seconds) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) normalizeTimes(path, seconds)
    else lutimesSync(path, seconds, seconds)
  }
  chmodSync(folder, 0o755)
  lutimesSync(folder, seconds, seconds)
}

/** Size of the content in bytes, without what a file system adds. */
export function sizeOf(folder) {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += sizeOf(path)
    else if (entry.isFile()) bytes += statSync(path).size
  }
  return bytes
}

/** Packs the folder `name` of `parent` into a compressed archive. */
export function createTarball(parent, name, file) {
  const tar = [
    '--sort=name',
    '--format=gnu',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '-cf',
    `${file}.tar`,
    name,
  ]
  runTool('tar', tar, { from: 'tar', cwd: parent })
  runTool('gzip', ['--no-name', '--force', `${file}.tar`], { from: 'gzip' })
  runTool('mv', [`${file}.tar.gz`, file], { from: 'coreutils' })
}

const DEBIAN = join(root, 'deploy/debian')
const SCRIPTS = ['postinst', 'prerm', 'postrm']

/** Packs the tree as a Debian package: `tree` in /opt/kerf-passport, the units and `kerf`. */
export function createDebianPackage(tree, { draft, file, version, time }) {
  const put = (path, text, mode = 0o644) => {
    mkdirSync(join(draft, path, '..'), { recursive: true })
    writeFileSync(join(draft, path), text)
    chmodSync(join(draft, path), mode)
  }
  const read = path => readFileSync(join(root, path), 'utf8')
  cpSync(tree, join(draft, 'opt/kerf-passport'), { recursive: true, verbatimSymlinks: true })
  for (const unit of ['kerf-passport.service', 'kerf-console.service'])
    put(`lib/systemd/system/${unit}`, read(`deploy/${unit}`))
  put('usr/bin/kerf', read('deploy/kerf'), 0o755)
  put('usr/share/doc/kerf-passport/copyright', read('deploy/debian/copyright'))
  const control = read('deploy/debian/control')
    .replace('@VERSION@', version)
    .replace('@ARCHITECTURE@', debianArchitecture)
    .replace('@SIZE@', String(Math.ceil(sizeOf(tree) / 1024)))
  put('DEBIAN/control', control)
  for (const name of SCRIPTS) put(`DEBIAN/${name}`, readFileSync(join(DEBIAN, name), 'utf8'), 0o755)
  normalizeTimes(draft, time)
  // zstd unpacks in a fifth of the time of xz, which is time without a server.
  runTool('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z9', '--build', draft, file], {
    from: 'dpkg',
    env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
  })
}
