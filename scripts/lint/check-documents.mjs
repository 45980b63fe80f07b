/**
 * Checks the documents: every link leads to a file and a heading that exist, and every path in backticks is one of the
 * repository's, whole or its end (`login/a.test.ts`). Sources name documents that exist, too.
 */
import { posix } from 'node:path'
import { listFiles, readText } from './imports.mjs'

const DOCUMENT = /\.md$/
const SOURCE = /\.(ts|tsx|mjs|sql|sh|ya?ml|service)$|^deploy\/debian\//
/** What happened in the past names files that are gone. */
const HISTORY = /(^|\/)CHANGELOG\.md$/
const CODE_BLOCK = /^( *)```[\s\S]*?^\1```$/gm
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g
const SPAN = /`([^`\n]+)`/g
const FILE_NAME = /^(?:[\w.@[\]-]+\/)*[\w.@[\]-]*[\w\]]\.(?:ts|tsx|mjs|md|sql|css|sh)$/
const FOLDER_NAME = /^[\w.-]+\/[\w./-]*$/
const NAMED_DOCUMENT = /\bdocs\/[\w/-]+\.md\b/g
/** Made by a build, or a placeholder such as `drills/NAME.ts`. */
const NOT_STORED = /(^|\/)(dist|generated|data|\.cache)(\/|$)|(^|\/)[A-Z]+\.ts$/

/** The anchor that the forge gives to a heading. */
const anchorOf = heading =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const anchorsOf = text =>
  [...text.replace(CODE_BLOCK, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading))

/**
 * Returns one sentence for each finding.
 * `paths`: every file of the repository; `texts`: text of each document and source by its path.
 */
export function checkDocuments(paths, texts) {
  const known = new Set(['.'])
  const ends = new Set()
  for (const path of paths) {
    for (let part = path; part !== '.'; part = posix.dirname(part)) known.add(part)
    const names = path.split('/')
    for (const index of names.keys()) ends.add(names.slice(index).join('/'))
  }
  const folders = new Set(paths.filter(path => path.includes('/')).map(path => path.split('/')[0]))
  const isPath = span =>
    !NOT_STORED.test(span) &&
    (FILE_NAME.test(span) || (FOLDER_NAME.test(span) && folders.has(span.split('/')[0])))
  const exists = (span, path) =>
    [span, posix.join(posix.dirname(path), span)].some(name =>
      known.has(posix.normalize(name).replace(/\/$/, '')),
    ) || ends.has(span)

  const findings = []
  for (const [path, text] of Object.entries(texts)) {
    if (HISTORY.test(path)) continue
    for (const [name] of text.matchAll(NAMED_DOCUMENT))
      if (!known.has(name)) findings.push(`${path} names ${name}, which does not exist.`)
    if (!DOCUMENT.test(path)) continue
    const prose = text.replace(CODE_BLOCK, '')
    for (const [, link, anchor] of prose.replace(SPAN, '').matchAll(LINK)) {
      const target = link === '' ? path : posix.join(posix.dirname(path), link).replace(/\/$/, '')
      if (!known.has(target)) findings.push(`${path} links to ${link}, which does not exist.`)
      else if (anchor && !anchorsOf(texts[target] ?? '').includes(anchor))
        findings.push(`${path} links to ${link}#${anchor}, but there is no such heading.`)
    }
    for (const [, span] of prose.matchAll(SPAN))
      if (isPath(span) && !exists(span, path))
        findings.push(`${path} names \`${span}\`, which does not exist.`)
  }
  return findings
}

if (process.argv[1]?.endsWith('check-documents.mjs')) {
  const paths = listFiles()
  const read = paths.filter(path => DOCUMENT.test(path) || SOURCE.test(path))
  const findings = checkDocuments(paths, Object.fromEntries(read.map(path => [path, readText(path)])))
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length > 0 ? 1 : 0
}
