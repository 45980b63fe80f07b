/**
 * Holds the sources against docs/architecture.md: SQL in stores only, no cycle between modules by value or by type, errors
 * by name, and the diagrams and walks of the document as the imports are. `--write` renews the diagrams.
 */
import { writeFileSync } from 'node:fs'
import { findCycles, groupEdges, moduleOf, readImports, readSources, readText, wingOf } from './imports.mjs'

const DOCUMENT = 'docs/architecture.md'
const SERVER = 'packages/server/src/'
const STATEMENT_HOME = `${SERVER}platform/db/database.ts`
/** Numbers of the error catalog. Allowed in the catalog, in the endpoints' documentation and in samples for app developers. */
const ERROR_NUMBER = /(?<![\w'"`.#-])20[1-9]\d{2}(?![\w'"])/
const NUMBER_ALLOWED = /^packages\/contract\/src\/(errors\.ts$|endpoints\/)|\/demo\/samples\//

const withoutComments = text => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** One sentence for each statement that is defined outside a store. */
export function findStatementsOutsideStores(sources) {
  return Object.entries(sources).flatMap(([path, text]) =>
    path.startsWith(SERVER) &&
    path !== STATEMENT_HOME &&
    !path.endsWith('-store.ts') &&
    /\bstatement\s*[<(]/.test(withoutComments(text))
      ? [`${path} defines a statement: SQL belongs in a *-store.ts file.`]
      : [],
  )
}

/** One sentence for each number of an error that should be a name. */
export function findErrorNumbers(sources) {
  return Object.entries(sources).flatMap(([path, text]) => {
    if (NUMBER_ALLOWED.test(path)) return []
    const line = withoutComments(text)
      .split('\n')
      .find(one => ERROR_NUMBER.test(one))
    return line === undefined ? [] : [`${path} uses the number of an error, not its name: ${line.trim()}`]
  })
}

/** One sentence for each group of modules that import each other. */
export function findModuleCycles(imports) {
  return findCycles(groupEdges(imports, moduleOf)).map(
    cycle => `These modules import each other: ${cycle.join(', ')}.`,
  )
}

const nameOf = node => node.replace(/[^a-z0-9]/gi, '_')

/** A Mermaid graph of groups and their imports. */
export function drawGraph(edges) {
  const nodes = [...new Set([...edges.keys(), ...[...edges.values()].flatMap(to => [...to])])].sort()
  const lines = nodes.map(node => `  ${nameOf(node)}["${node}"]`)
  const arrows = nodes.flatMap(node =>
    [...(edges.get(node) ?? [])].sort().map(to => `  ${nameOf(node)} --> ${nameOf(to)}`),
  )
  return ['```mermaid', 'graph TD', ...lines, ...arrows, '```'].join('\n')
}

const ROOT = ['server/main', 'server/app', 'server/compose', 'server/process']
/** Packages and the wings of the server, as the first diagram shows them. */
const wingGroup = path => {
  const wing = wingOf(moduleOf(path))
  return ROOT.includes(wing) ? 'server root' : wing
}

/** The diagrams of the document by the name of their marker. */
export function drawDiagrams(imports) {
  const inside = wing =>
    imports.filter(({ from, to }) => [from, to].every(path => wingOf(moduleOf(path)) === wing))
  return {
    wings: drawGraph(groupEdges(imports, wingGroup)),
    identity: drawGraph(groupEdges(inside('server/identity'), moduleOf)),
  }
}

/** The document with each diagram renewed between `<!-- name -->` and `<!-- /name -->`. */
export function renewDiagrams(document, diagrams) {
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
 * Checks the walks: code blocks of the language `walk`, a path a line in the order of the call. Each file exists and is
 * imported by one above it; after a line that starts with `→` the next file is on the other side of the wire.
 */
export function checkWalks(document, imports, paths) {
  return [...document.matchAll(/```walk (\d+) (\d+)\n([\s\S]*?)```/g)].flatMap(
    ([, portalMax, serverMax, body]) => {
      const findings = []
      const above = new Set()
      const counted = { portal: 0, server: 0 }
      let first = true
      for (const line of body.trim().split('\n')) {
        if (line.startsWith('→')) {
          first = true
          continue
        }
        const path = line.trim()
        if (!paths.has(path)) findings.push(`The walk names ${path}, which does not exist.`)
        else if (!first && !imports.some(({ from, to }) => to === path && above.has(from)))
          findings.push(`The walk names ${path}, which no file above it imports.`)
        first = false
        above.add(path)
        counted[path.startsWith(SERVER) ? 'server' : 'portal']++
      }
      if (counted.portal > Number(portalMax))
        findings.push(`A walk takes ${counted.portal} files in the browser.`)
      if (counted.server > Number(serverMax))
        findings.push(`A walk takes ${counted.server} files in the server.`)
      return findings
    },
  )
}

if (process.argv[1]?.endsWith('check-structure.mjs')) {
  const sources = readSources()
  const imports = readImports(sources)
  const document = readText(DOCUMENT)
  const renewed = renewDiagrams(document, drawDiagrams(imports))
  if (process.argv.includes('--write')) writeFileSync(DOCUMENT, renewed)
  const findings = [
    ...findStatementsOutsideStores(sources),
    ...findErrorNumbers(sources),
    ...findModuleCycles(imports),
    ...checkWalks(document, imports, new Set(Object.keys(sources))),
    ...(renewed === document || process.argv.includes('--write')
      ? []
      : [`${DOCUMENT} shows old diagrams: run node scripts/lint/check-structure.mjs --write.`]),
  ]
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length > 0 ? 1 : 0
}
