/**
 * Checks the sources and docs/architecture.md: imports follow `import-rules.mjs`, SQL only in stores, no import cycle between
 * modules or folders (type imports included), no crowded folder, errors by name, diagrams and walks that match the imports, and
 * modules and places that exist. `--write` updates the diagrams.
 */
import { writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { findForbiddenImports } from './import-rules.mjs'
import {
  findCycles,
  groupEdges,
  isTest,
  listFiles,
  moduleOf,
  readImports,
  readProductionImports,
  readSources,
  readText,
  wingOf,
} from './imports.mjs'

const DOCUMENT = 'docs/architecture.md'
const SERVER = 'packages/server/src/'
const STATEMENT_DEFINITION = `${SERVER}platform/db/database.ts`
/** A number of the error catalog. The catalog and the endpoints' documentation may contain them. */
const ERROR_NUMBER = /(?<![\w'"`.#-])20[1-9]\d{2}(?![\w'"])/
const NUMBER_ALLOWED = /^packages\/contract\/src\/(errors\.ts$|endpoints\/)/

const withoutComments = text => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** Returns one sentence for each file that defines a statement outside a store. */
export function findStatementsOutsideStores(sources) {
  return Object.entries(sources).flatMap(([path, text]) =>
    path.startsWith(SERVER) &&
    path !== STATEMENT_DEFINITION &&
    !path.endsWith('-store.ts') &&
    /\bstatement\s*[<(]/.test(withoutComments(text))
      ? [`${path} defines a statement: SQL belongs in a *-store.ts file.`]
      : [],
  )
}

/** Reports a name that two statements share: a connection would prepare the text of the first only. */
export function findSharedStatementNames(sources) {
  const places = new Map()
  for (const [path, text] of Object.entries(sources)) {
    if (!path.startsWith(SERVER)) continue
    for (const [, name] of text.matchAll(/\bstatement(?:<[\s\S]*?>)?\(\s*'([^']+)'/g))
      places.set(name, [...(places.get(name) ?? []), path])
  }
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `Two statements are named ${name}: ${paths.join(', ')}.`)
}

/** Returns one sentence for each file that uses an error number instead of its name. */
export function findErrorNumbers(sources) {
  return Object.entries(sources).flatMap(([path, text]) => {
    if (NUMBER_ALLOWED.test(path)) return []
    const line = withoutComments(text)
      .split('\n')
      .find(text => ERROR_NUMBER.test(text))
    return line === undefined ? [] : [`${path} uses an error number instead of its name: ${line.trim()}`]
  })
}

/** Returns one sentence for each group of modules that import each other. */
export function findModuleCycles(imports) {
  return findCycles(groupEdges(imports, moduleOf)).map(
    cycle => `These modules import each other: ${cycle.join(', ')}.`,
  )
}

/** Returns one sentence for each group of folders whose own files import each other both ways. */
export function findFolderCycles(imports) {
  return findCycles(groupEdges(imports, posix.dirname)).map(
    cycle => `These folders import each other: ${cycle.join(', ')}.`,
  )
}

/** More files side by side are no longer found by looking. */
const MOST_FILES_IN_A_FOLDER = 25

/** Returns one sentence for each folder of sources that has too many. Tests, fixtures and declarations are not counted. */
export function findCrowdedFolders(paths) {
  const counts = new Map()
  for (const path of paths)
    if (/^packages\/[^/]+\/src\/.*(?<!\.d)\.(tsx?|css)$/.test(path) && !isTest(path))
      counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MOST_FILES_IN_A_FOLDER)
    .map(([folder, count]) => `${folder} has ${count} files; the limit is ${MOST_FILES_IN_A_FOLDER}.`)
}

const nodeId = node => node.replace(/[^a-z0-9]/gi, '_')

/** A Mermaid graph of groups and their imports. */
export function drawGraph(edges) {
  const nodes = [...new Set([...edges.keys(), ...[...edges.values()].flatMap(to => [...to])])].sort()
  const lines = nodes.map(node => `  ${nodeId(node)}["${node}"]`)
  const arrows = nodes.flatMap(node =>
    [...(edges.get(node) ?? [])].sort().map(to => `  ${nodeId(node)} --> ${nodeId(to)}`),
  )
  return ['```mermaid', 'graph TD', ...lines, ...arrows, '```'].join('\n')
}

const ROOT = ['server/main', 'server/process']
/** Group of a file in the diagram of wings: its package, or its wing of the server. */
const diagramGroup = path => {
  const wing = wingOf(moduleOf(path))
  return ROOT.includes(wing) ? 'server root' : wing
}

/** The diagrams of the document, by the name of their marker. */
export function drawDiagrams(imports) {
  const inside = wing =>
    imports.filter(({ from, to }) => [from, to].every(path => wingOf(moduleOf(path)) === wing))
  return {
    wings: drawGraph(groupEdges(imports, diagramGroup)),
    identity: drawGraph(groupEdges(inside('server/identity'), moduleOf)),
  }
}

/** Returns the document with current diagrams between `<!-- name -->` and `<!-- /name -->`. */
export function updateDiagrams(document, diagrams) {
  return Object.entries(diagrams).reduce(
    (text, [name, diagram]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
        (_, open, close) => `${open}${diagram}\n${close}`,
      ),
    document,
  )
}

/**
 * Checks the walks: code blocks of the language `walk` with one path per line, in the order of the call. Each file exists
 * and is imported by a file above it. A line that starts with `→` is a request: the next file handles it.
 * The two numbers of a block are the most files it may have in the browser and in the server.
 */
export function checkWalks(document, imports, paths) {
  return [...document.matchAll(/```walk (\d+) (\d+)\n([\s\S]*?)```/g)].flatMap(
    ([, portalMax, serverMax, body]) => {
      const findings = []
      const above = new Set()
      const counts = { portal: 0, server: 0 }
      let isEntry = true
      for (const line of body.trim().split('\n')) {
        if (line.startsWith('→')) {
          isEntry = true
          continue
        }
        const path = line.trim()
        if (!paths.has(path)) findings.push(`The walk names ${path}, which does not exist.`)
        else if (!isEntry && !imports.some(({ from, to }) => to === path && above.has(from)))
          findings.push(`The walk names ${path}, which no file above it imports.`)
        isEntry = false
        above.add(path)
        counts[path.startsWith(SERVER) ? 'server' : 'portal']++
      }
      if (counts.portal > Number(portalMax))
        findings.push(`A walk has ${counts.portal} files in the browser; the limit is ${portalMax}.`)
      if (counts.server > Number(serverMax))
        findings.push(`A walk has ${counts.server} files in the server; the limit is ${serverMax}.`)
      return findings
    },
  )
}

/** Checks the table of modules (`| \`wing\` | \`module\`, … |`): it names each module of a wing, and no other. */
export function checkModules(document, paths) {
  return [...document.matchAll(/^\| `(\w+)` \| (.*`.*) \|$/gm)].flatMap(([, wing, cell]) => {
    const existing = new Set(
      [...paths].flatMap(path => path.match(`^${SERVER}${wing}/([^/]+)/`)?.slice(1) ?? []),
    )
    if (existing.size === 0) return []
    return [...existing]
      .filter(name => !cell.includes(`\`${name}\``))
      .map(name => `The table of modules does not name ${wing}/${name}.`)
  })
}

/** Checks the table of places (`| to change | go to |`): each file and folder exists. Paths may begin below the server's sources. */
export function checkPlaces(document, paths) {
  const [table = ''] = /\| to change \| go to \|\n(?:\|.*\n)+/.exec(document) ?? []
  return [...table.matchAll(/`([\w./-]+\/[\w.-]*)`/g)].flatMap(([, place]) =>
    [...paths].some(path => path.startsWith(place) || path.startsWith(SERVER + place))
      ? []
      : [`The table of places names ${place}, which does not exist.`],
  )
}

if (process.argv[1]?.endsWith('check-structure.mjs')) {
  const withTests = readSources()
  const sources = Object.fromEntries(Object.entries(withTests).filter(([path]) => !isTest(path)))
  const imports = readProductionImports(sources)
  const document = readText(DOCUMENT)
  const updated = updateDiagrams(document, drawDiagrams(imports))
  if (process.argv.includes('--write')) writeFileSync(DOCUMENT, updated)
  const findings = [
    ...findForbiddenImports(readImports(withTests)),
    ...findStatementsOutsideStores(sources),
    ...findSharedStatementNames(sources),
    ...findErrorNumbers(sources),
    ...findModuleCycles(imports),
    ...findFolderCycles(imports),
    ...findCrowdedFolders(listFiles('packages')),
    ...checkWalks(document, imports, new Set(Object.keys(sources))),
    ...checkModules(document, Object.keys(sources)),
    ...checkPlaces(document, listFiles()),
    ...(updated === document || process.argv.includes('--write')
      ? []
      : [`${DOCUMENT} has outdated diagrams: run node scripts/lint/check-structure.mjs --write.`]),
  ]
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length > 0 ? 1 : 0
}
