/**
 * Checks docs/requirements.md: every id that a file cites is listed, every proof exists, and every requirement either
 * has a proof or is listed under "Not yet proven".
 */
import { listFiles, readText } from './imports.mjs'

const DOCUMENT = 'docs/requirements.md'
const ID = /\b[RSPDT]-\d{1,3}\b/g
/** Files whose data can look like an id. */
const IGNORED = /(^|\/)(package-lock\.json|CHANGELOG\.md)$|^(courses|brands|locales)\//
const TEXT = /\.(ts|tsx|mjs|css|sql|md|ya?ml)$/

/** The rows of all tables, each with the heading of its section. */
function readRows(text) {
  let section = ''
  return text.split('\n').flatMap(line => {
    if (line.startsWith('## ')) section = line.slice(3)
    if (!line.startsWith('| ') || line.startsWith('|---') || line.startsWith('| id')) return []
    return [
      {
        section,
        cells: line
          .split('|')
          .slice(1, -1)
          .map(cell => cell.trim()),
      },
    ]
  })
}

const proofsOf = cell => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1])

/**
 * Returns one sentence for each finding.
 * `files`: text of every tracked text file by its path; `sections`: names of the benchmark sections.
 */
export function checkRequirements(document, files, sections) {
  const findings = []
  const listed = new Set()
  const proven = new Set()
  const unproven = new Set()
  for (const { section, cells } of readRows(document)) {
    const ids = cells[0].match(ID) ?? []
    if (section === 'Not yet proven') {
      for (const id of ids) unproven.add(id)
      continue
    }
    for (const id of ids) {
      if (listed.has(id)) findings.push(`${id} is listed twice.`)
      listed.add(id)
      if (section === 'Departures' || section === 'Threats') proven.add(id)
    }
    const proofs = proofsOf(cells.at(-1))
    if (!/^[RSP]-/.test(ids[0] ?? '')) continue
    for (const proof of proofs) {
      const found = proof.startsWith('bench:')
        ? sections.includes(proof.slice('bench:'.length))
        : Object.keys(files).some(path => `/${path}`.endsWith(`/${proof}`))
      if (!found) findings.push(`${ids[0]}: the test ${proof} does not exist.`)
    }
    if (proofs.length > 0) proven.add(ids[0])
  }
  for (const id of listed) {
    if (!proven.has(id) && !unproven.has(id))
      findings.push(`${id} has no proof and is not listed under "Not yet proven".`)
    if (proven.has(id) && unproven.has(id))
      findings.push(`${id} has a proof: remove it from "Not yet proven".`)
  }
  for (const id of unproven) if (!listed.has(id)) findings.push(`${id} is not a listed requirement.`)
  for (const [path, text] of Object.entries(files)) {
    if (path === DOCUMENT) continue
    for (const id of new Set(text.match(ID) ?? []))
      if (!listed.has(id)) findings.push(`${path} cites ${id}, which ${DOCUMENT} does not list.`)
  }
  return findings
}

/** Text of every file that may cite an id. */
export function readFiles() {
  const paths = listFiles().filter(path => TEXT.test(path) && !IGNORED.test(path))
  return Object.fromEntries(paths.map(path => [path, readText(path)]))
}

if (process.argv[1]?.endsWith('check-requirements.mjs')) {
  const files = readFiles()
  const sections = [...(files['bench/main.ts'] ?? '').matchAll(/^\s+'?([\w-]+)'?: \(\) => import\(/gm)].map(
    match => match[1],
  )
  const findings = checkRequirements(files[DOCUMENT] ?? '', files, sections)
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length > 0 ? 1 : 0
}
