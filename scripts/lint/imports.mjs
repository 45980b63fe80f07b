/** Reads the import graph of the packages from their sources. Includes type imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = /^packages\/[^/]+\/src\/.*(?<!\.d)\.tsx?$/
const TEST = /\.test\.tsx?$|-fixture\.tsx?$|\/test\//

/** Whether a file is a test, or a fixture of tests. */
export const isTest = path => TEST.test(path)
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** Comments are removed, because they can contain examples of imports. */
export const withoutComments = text => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/**
 * Resolves a specifier to a path of the repository, or to a name: `npm:pg`, `node:fs`, `brands/registry` (a workspace outside
 * of `packages`).
 */
function resolve(path, specifier, paths) {
  if (specifier.startsWith('.'))
    return posix.normalize(posix.join(posix.dirname(path), specifier.replace(/\?.*$/, '')))
  const own = /^@kerf\/([a-z]+)(?:\/(.+))?$/.exec(specifier)
  if (!own) return specifier.startsWith('node:') ? specifier : `npm:${specifier}`
  const [, workspace, entry = 'index'] = own
  return (
    ['ts', 'tsx'].map(end => `packages/${workspace}/src/${entry}.${end}`).find(target => paths.has(target)) ??
    `${workspace}/${entry}`
  )
}

/**
 * Returns every import as `{from, to}`. `from` is a path of the repository, `to` what `resolve` returns.
 * `sources`: text of each file by its path.
 */
export function readImports(sources) {
  const paths = new Set(Object.keys(sources))
  return Object.entries(sources).flatMap(([from, text]) =>
    [...withoutComments(text).matchAll(SPECIFIER)].flatMap(([, specifier]) => {
      const to = resolve(from, specifier, paths)
      return to === from ? [] : [{ from, to }]
    }),
  )
}

/** The imports of one file of production by another. */
export const readProductionImports = sources =>
  readImports(sources).filter(({ from, to }) => to in sources && !isTest(from))

const root = fileURLToPath(new URL('../../', import.meta.url))
const IGNORED_FOLDER = /(^|\/)(node_modules|dist|generated|gallery|data|test-results|\.git|\.cache)(\/|$)/

/** Paths of the repository's files below a folder ('' for all). Does not use git, which may not be installed. */
export function listFiles(folder = '') {
  return readdirSync(root + folder, { withFileTypes: true })
    .flatMap(entry => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (IGNORED_FOLDER.test(path)) return []
      return entry.isDirectory() ? listFiles(path) : [path.split(sep).join('/')]
    })
    .sort()
}

export const readText = path => readFileSync(root + path, 'utf8')

/** Text of every source file by its path, tests included. */
export function readSources() {
  const paths = listFiles('packages').filter(path => SOURCE.test(path))
  return Object.fromEntries(paths.map(path => [path, readText(path)]))
}

/**
 * The module of a file: `server/identity/password`, `portal/features/redemption`, `contract`. Files directly below a wing or
 * `src` form their own module.
 */
export function moduleOf(path) {
  const [, name, , ...rest] = path.split('/')
  const folders = rest.slice(0, -1)
  if (name === 'server') {
    if (folders.length === 0) return `server/${rest[0].replace('.ts', '')}`
    return ['identity', 'entitlements', 'messaging', 'analytics', 'outbound', 'platform'].includes(folders[0])
      ? ['server', ...folders.slice(0, 2)].join('/')
      : `server/${folders[0]}`
  }
  if (name === 'portal')
    return folders[0] === 'features' || folders[0] === 'ui'
      ? ['portal', ...folders.slice(0, 2)].join('/')
      : ['portal', ...folders.slice(0, 1)].join('/')
  return name
}

/** The wing of a module: `server/identity`, `portal/features`, `contract`. */
export const wingOf = module => module.split('/').slice(0, 2).join('/')

/** Imports between groups, as a map from each group to the set of other groups that it imports. */
export function groupEdges(imports, groupOf) {
  const edges = new Map()
  for (const { from, to } of imports) {
    const [a, b] = [groupOf(from), groupOf(to)]
    if (a === b) continue
    edges.set(a, (edges.get(a) ?? new Set()).add(b))
  }
  return edges
}

/** Returns each cycle as a sorted list of its groups (strongly connected components by Tarjan's algorithm). */
export function findCycles(edges) {
  const cycles = []
  const index = new Map()
  const low = new Map()
  const stack = []
  const visit = node => {
    index.set(node, index.size)
    low.set(node, index.get(node))
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)))
    }
    if (low.get(node) !== index.get(node)) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1) cycles.push(component.sort())
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return cycles
}
