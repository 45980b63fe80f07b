/** The built portal and the SDK hold neither the keys nor the algorithm of unlock passwords (S-102). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const sources = fileURLToPath(new URL('../../server/src/entitlements/welder/', import.meta.url))

/** Marks that a program which computes unlock passwords cannot do without: labels of the derivation, HMAC, HOTP's truncation. */
const MARKS = [
  /kerf unlock/,
  /HMAC/,
  /createHmac/,
  /0x7fffffff|2147483647\s*\)?\s*%/,
  /readUInt32BE|setBigUint64/i,
  // A key of 32 bytes beside a word for it.
  /(?:line|unlock|machine)_?key["']?\s*[:=]\s*["'`][\w+/=-]{43}/i,
  /["'`][0-9a-f]{64}["'`]/,
]

const built = existsSync(dist)
  ? readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(?:js|html|json|css)$/.test(name))
      .map(name => [name, readFileSync(join(dist, name), 'utf8')] as const)
  : []

test('the marks find the algorithm where it is', () => {
  const server = readdirSync(sources)
    .map(name => readFileSync(join(sources, name), 'utf8'))
    .join('\n')
  for (const mark of [/kerf unlock/, /createHmac/, /readUInt32BE/]) expect(server).toMatch(mark)
})

test.skipIf(built.length === 0)('no built file contains one', () => {
  const found = built.flatMap(([name, text]) =>
    MARKS.flatMap(mark => {
      const match = mark.exec(text)
      return match ? [`${name}: ${text.slice(Math.max(0, match.index - 40), match.index + 60)}`] : []
    }),
  )
  expect(found).toEqual([])
})
