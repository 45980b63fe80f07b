/** The import graph of the packages, read from the sources: by value and by type, tests and fixtures left out. */
import { readdirSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = /^packages\/[^/]+\/src\/.*\.tsx?$/
const TEST = /\.test\.tsx?$|-fixture\.tsx?$|\.d\.ts$|\/test\//
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** Comments are dropped first: an example in one is no import. */
const withoutComments = text => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** Resolves a specifier to a path of the repository; undefined for packages of others and assets. */
function resolve(path, specifier, paths) {
  if (specifier.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(path), specifier.replace(/\?.*$/, '')))
    return paths.has(target) ? target : undefined
  }
  const own = /^@kerf\/([a-z]+)\/(.+)$/.exec(specifier)
  if (!own) return undefined
  return ['ts', 'tsx'].map(end => `packages/${own[1]}/src/${own[2]}.${end}`).find(target => paths.has(target))
}

/**
 * Every import as `{from, to}`, both paths of the repository.
 * `sources`: path to text.
 */
export function readImports(sources) {
  const paths = new Set(Object.keys(sources))
  return Object.entries(sources).flatMap(([from, text]) =>
    [...withoutComments(text).matchAll(SPECIFIER)].flatMap(([, specifier]) => {
      const to = resolve(from, specifier, paths)
      return to === undefined || to === from ? [] : [{ from, to }]
    }),
  )
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const LEFT_OUT = /(^|\/)(node_modules|dist|generated|gallery|data|test-results|\.git|\.cache)(\/|$)/

/** Paths of the repository's files below a folder ('' for all); without git, which a machine may lack. */
export function listFiles(folder = '') {
  return readdirSync(root + folder, { withFileTypes: true })
    .flatMap(entry => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (LEFT_OUT.test(path)) return []
      return entry.isDirectory() ? listFiles(path) : [path.split(sep).join('/')]
    })
    .sort()
}

export const readText = path => readFileSync(root + path, 'utf8')

/** Path to text of every source file. */
export function readSources() {
  const paths = listFiles('packages').filter(path => SOURCE.test(path) && !TEST.test(path))
  return Object.fromEntries(paths.map(path => [path, readText(path)]))
}

/**
 * The module a file belongs to: `server/identity/login`, `portal/features/redemption`, `contract`. Files directly below a
 * wing or `src` form a module of their own.
 */
export function moduleOf(path) {
  const [, name, , ...rest] = path.split('/')
  const folders = rest.slice(0, -1)
  if (name === 'server') {
    if (folders.length === 0) return `server/${rest[0].replace('.ts', '')}`
    return ['identity', 'entitlements', 'messaging', 'analytics', 'platform'].includes(folders[0])
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

/** Edges between groups, without loops, each once, as a map from group to the set of groups it imports. */
export function groupEdges(imports, groupOf) {
  const edges = new Map()
  for (const { from, to } of imports) {
    const [a, b] = [groupOf(from), groupOf(to)]
    if (a === b) continue
    edges.set(a, (edges.get(a) ?? new Set()).add(b))
  }
  return edges
}

/** Groups that reach each other, as lists; a graph without cycles gives none. Tarjan's algorithm. */
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
