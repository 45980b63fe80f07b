/** Joins the declarations of a package into one text without imports, for its `.d.ts`. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isolatedDeclarationSync } from 'rolldown/experimental'

const REFERENCE = /^(?:import|export) [^'"]*? from ['"](?<path>[^'"]+)['"];?$/gm
const EXPORTED_ALL = /^export (?:type )?\* from ['"](?<path>[^'"]+)['"]/gm
const EXPORTED_NAMES = /^export (?:type )?\{(?<names>[^}]*)\} from/gm
const DECLARATION =
  /^export (?<text>(?:declare |abstract )*(?:class|const|enum|function|interface|type) (?<name>\w+))/gm

const allMatches = (text: string, pattern: RegExp): Record<string, string>[] =>
  Array.from(text.matchAll(pattern), ({ groups }) => groups ?? {})

/** Declarations of one file, from its text alone: a declaration that needs inference is an error. */
function declarationsOf(file: string): string {
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, 'utf8'), {})
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`)
  return code
}

/**
 * `entry` only re-exports from other files of the package, by name or with `*`. Every type that a declaration mentions must
 * be declared in the package: a reference to another package is an error, because nothing would install it.
 */
export function bundleTypes(entry: string): string {
  const entryText = declarationsOf(entry)
  const parts = new Map<string, string>()
  const add = (file: string): void => {
    if (parts.has(file)) return
    parts.set(file, '')
    const text = file === entry ? entryText : declarationsOf(file)
    for (const { path = '' } of allMatches(text, REFERENCE)) {
      if (!path.startsWith('.')) throw new Error(`${file} mentions a type of ${path}`)
      add(join(dirname(file), path))
    }
    // Set again, so that a file stands after those it refers to.
    parts.delete(file)
    parts.set(file, text)
  }
  add(entry)

  const isPublic = new Set(
    allMatches(entryText, EXPORTED_NAMES).flatMap(({ names = '' }) =>
      names.split(',').map(name => name.trim().replace(/^type /, '')),
    ),
  )
  const wholeFiles = new Set(
    allMatches(entryText, EXPORTED_ALL).map(({ path = '' }) => join(dirname(entry), path)),
  )
  const texts = [...parts].map(([file, text]) =>
    text
      .replaceAll(REFERENCE, '')
      .replaceAll(/^export \{\s*\};?$/gm, '')
      .replaceAll(DECLARATION, (whole, declaration: string, name: string) =>
        wholeFiles.has(file) || isPublic.has(name) ? whole : declaration,
      )
      .trim(),
  )
  // Without an export of its own, a declaration file exports everything in it.
  return [...texts.filter(text => text !== ''), 'export {};', ''].join('\n')
}
