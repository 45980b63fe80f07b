import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWeakMasterKey } from './master-key-strength.ts'

const encoded = (bytes: readonly number[] | string) => Buffer.from(bytes as string).toString('base64url')

test.each([
  ['one character', 'A'.repeat(43)],
  ['one byte', encoded(Array(32).fill(7))],
  ['two bytes in turn', encoded(Array.from({ length: 32 }, (_, i) => i % 2))],
  [
    'a repeated half',
    encoded([...Array(2)].flatMap(() => Array.from({ length: 16 }, (_, i) => (i * i * 37) % 251))),
  ],
  ['counted bytes', encoded(Array.from({ length: 32 }, (_, i) => i))],
  ['bytes counted by seven', encoded(Array.from({ length: 32 }, (_, i) => (i * 7) % 256))],
  ['a pass phrase', encoded('correct horse battery staple 42!')],
  ['typed text', 'this-is-the-secret-key-of-our-test-test-tes'],
  ['hexadecimal digits', encoded('0f1e2d3c4b5a69788796a5b4c3d2e1f0')],
])('refuses %s', (_, key) => {
  expect(key.length).toBe(43)
  expect(isWeakMasterKey(key)).toBe(true)
})

test('accepts random keys', () => {
  for (let i = 0; i < 20_000; i++) expect(isWeakMasterKey(randomBytes(32).toString('base64url'))).toBe(false)
})
