/** The server computes the test vectors that docs/machines.md publishes. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  claimCardOf,
  claimCodeAt,
  deriveMachineKeys,
  type MachineKeyLabel,
  normalizeClaimCode,
  resetNumberOf,
} from '../../src/machines/machine/machine-keys.ts'
import { toBase45 } from '../../src/machines/passes/pass-format.ts'

const text = readFileSync(new URL('../../../../docs/machines.md', import.meta.url), 'utf8')
const lineKey = Buffer.from(/Line key: `([0-9a-f]{64})`/.exec(text)?.[1] ?? '', 'hex')
const rows = text
  .split('\n')
  .filter(line => /^\| `[0-9A-Z]{23}` \|/.test(line))
  .map(line => line.split('|').map(cell => cell.trim().replaceAll('`', '')))
const keysOf = (sn = '', generation = '') =>
  deriveMachineKeys(lineKey, { sn, generation: Number(generation) })

test('derives the published keys', () => {
  const keys = rows.filter(({ length }) => length === 6)
  expect(keys.length).toBe(12)
  for (const [, sn, generation, label, key] of keys)
    expect(keysOf(sn, generation)[label as MachineKeyLabel].toString('hex')).toBe(key)
})

test('computes the published cards and codes', () => {
  const cards = rows.filter(({ length }) => length === 5)
  const codes = rows.filter(({ length }) => length === 7)
  expect([cards.length, codes.length]).toEqual([3, 15])
  for (const [, sn, generation, card] of cards) expect(claimCardOf(keysOf(sn, generation).card)).toBe(card)
  for (const [, sn, generation, resets, digits, shown] of codes)
    expect(claimCodeAt(keysOf(sn, generation).claim, Number(resets), Number(digits))).toBe(shown)
})

test('writes base45 like the examples of RFC 9285', () => {
  const written = ['AB', 'Hello!!', 'base-45'].map(plain => toBase45(Buffer.from(plain)))
  expect(written).toEqual(['BB8', '%69 VD92EX0', 'UJCLQE7W581'])
})

test('finds the lowest reset number that is not below the last one', () => {
  const found = [
    ['00', 0],
    ['07', 7],
    ['06', 7],
    ['99', 100],
    ['00', 101],
  ].map(([digits, last]) => resetNumberOf(`${digits}12345678`, Number(last)))
  expect(found).toEqual([0, 7, 106, 199, 200])
})

test('reads a code as a person types it', () => {
  expect(normalizeClaimCode(' pp3o-gbqw ocrl4 ')).toBe('PP30GBQW0CR14')
})
