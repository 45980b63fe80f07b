import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'
import { deriveKey, isToken, keyedHash, randomDigits, randomHandle, randomToken } from './secrets.ts'

const key = randomBytes(32)

test('tokens are 256 bits and do not repeat', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, randomToken))
  expect(tokens.size).toBe(1_000)
  for (const token of tokens) expect(isToken(token)).toBe(true)
  expect(randomHandle()).toMatch(/^[\w-]{16}$/)
})

test.each([
  [''],
  ['a'.repeat(42)],
  ['a'.repeat(44)],
  [`${'a'.repeat(42)}=`],
  [`${'a'.repeat(43)}\n`],
  [undefined],
  [['a'.repeat(43)]],
])('%j cannot be a token', value => {
  expect(isToken(value)).toBe(false)
})

test('codes use every digit at every place, leading zeros too', () => {
  const codes = Array.from({ length: 2_000 }, () => randomDigits(6))
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  for (let place = 0; place < 6; place++) expect(new Set(codes.map(code => code[place])).size).toBe(10)
})

test('parts of a keyed hash cannot run together', () => {
  const hashes = [
    keyedHash(key, 'ab', 'c'),
    keyedHash(key, 'a', 'bc'),
    keyedHash(key, 'abc'),
    keyedHash(key, '2:abc'),
    keyedHash(key, 'ab', 'c', ''),
    keyedHash(randomBytes(32), 'ab', 'c'),
  ]
  expect(new Set(hashes.map(hash => hash.toString('hex'))).size).toBe(hashes.length)
})

test('keys of different purposes are different', () => {
  expect(deriveKey(key, 'code').equals(deriveKey(key, 'mail'))).toBe(false)
  expect(deriveKey(key, 'code').equals(deriveKey(key, 'code'))).toBe(true)
})

test('a sealed value opens with its key, in its place and whole', () => {
  const sealed = encrypt(key, 'secret', 'mail')
  expect(decrypt(key, sealed, 'mail').toString()).toBe('secret')
  expect(sealed.toString('latin1')).not.toContain('secret')
  expect(encrypt(key, 'secret', 'mail').equals(sealed)).toBe(false)
  expect(() => decrypt(key, sealed, 'other')).toThrow()
  expect(() => decrypt(randomBytes(32), sealed, 'mail')).toThrow()
  for (let i = 0; i < sealed.length; i++) {
    const bent = Buffer.from(sealed)
    bent[i] = (bent[i] ?? 0) ^ 1
    expect(() => decrypt(key, bent, 'mail')).toThrow()
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => decrypt(key, sealed.subarray(0, length), 'mail')).toThrow()
})
