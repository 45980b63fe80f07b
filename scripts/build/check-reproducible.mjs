/**
 * Builds the committed sources twice, in two folders, and compares the results file by file (S-127). Prints one hash for each
 * output, which anybody who builds the same commit gets too. Takes two builds; run it before a release.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../bootstrap/paths.mjs'

const OUTPUTS = [
  'packages/portal/dist',
  'packages/embed/dist',
  'packages/server/dist',
  'locales/generated',
  'courses',
  'sbom.cdx.json',
]

/** Files below `path` in a fixed order. */
function listFiles(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap(name => listFiles(join(path, name)))
}

const hashFile = path => createHash('sha256').update(readFileSync(path)).digest('hex')

/** SHA-256 of each built file, by its path in the tree. */
const hashOutputs = tree =>
  new Map(
    OUTPUTS.flatMap(output => listFiles(join(tree, output))).map(path => [
      relative(tree, path),
      hashFile(path),
    ]),
  )

/** A tree with the committed files and the installed packages, as hard links where the file system allows. */
function createTree(parent, name) {
  const tree = join(parent, name)
  mkdirSync(tree)
  const archive = execFileSync('git', ['archive', '--format=tar', 'HEAD'], { cwd: root, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
  const { packages } = JSON.parse(readFileSync(join(tree, 'package-lock.json'), 'utf8'))
  for (const folder of Object.keys(packages).filter(path => !path.includes('node_modules/'))) {
    const installed = join(root, folder, 'node_modules')
    if (existsSync(installed)) execFileSync('cp', ['-al', installed, join(tree, folder, 'node_modules')])
  }
  return tree
}

function build(tree, env) {
  const { status } = spawnSync(process.execPath, ['scripts/run.mjs', 'build'], {
    cwd: tree,
    env: { ...process.env, ...env },
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) process.exit(status ?? 1)
  return hashOutputs(tree)
}

const parent = mkdtempSync(join(tmpdir(), 'kerf-reproducible-'))
try {
  // Another path, time zone and language; the second build starts later.
  const first = build(createTree(parent, 'one'), { TZ: 'UTC', LANG: 'C' })
  const second = build(createTree(parent, 'another-folder'), { TZ: 'Asia/Kolkata', LANG: 'de_DE.UTF-8' })
  const paths = [...new Set([...first.keys(), ...second.keys()])].sort()
  const different = paths.filter(path => first.get(path) !== second.get(path))
  for (const path of different) console.error(`${path} differs`)
  for (const output of OUTPUTS) {
    const lines = paths
      .filter(path => path === output || path.startsWith(`${output}/`))
      .map(path => `${first.get(path)}  ${path}\n`)
    console.log(
      `${createHash('sha256').update(lines.join('')).digest('hex')}  ${output} (${lines.length} files)`,
    )
  }
  if (different.length > 0 || paths.length === 0) process.exitCode = 1
} finally {
  if (!process.argv.includes('--keep')) rmSync(parent, { recursive: true, force: true })
  else console.error(parent)
}
