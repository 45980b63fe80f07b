import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { decrypt, decryptJson, encrypt, encryptJson } from './encryption.ts'
import { deriveKey, isToken, keyedHash, randomDigits, randomHandle, randomToken } from './secrets.ts'

const key = randomBytes(32)

test('creates unique tokens of 256 bits', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, randomToken))
  expect(tokens.size).toBe(1_000)
  for (const token of tokens) expect(isToken(token)).toBe(true)
  expect(randomHandle()).toMatch(/^[\w-]{16}$/)
})

test('creates handles that a command line cannot take for an option', () => {
  for (const handle of Array.from({ length: 2_000 }, randomHandle)) expect(handle).toMatch(/^\w[\w-]{15}$/)
})

test.each([
  [''],
  ['a'.repeat(42)],
  ['a'.repeat(44)],
  [`${'a'.repeat(42)}=`],
  [`${'a'.repeat(43)}\n`],
  [undefined],
  [['a'.repeat(43)]],
])('rejects %j as a token', value => {
  expect(isToken(value)).toBe(false)
})

test('uses every digit at every position of a code, including leading zeros', () => {
  const codes = Array.from({ length: 2_000 }, () => randomDigits(6))
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  for (let position = 0; position < 6; position++)
    expect(new Set(codes.map(code => code[position])).size).toBe(10)
})

test('keyed hashes separate their parts unambiguously', () => {
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

test('derives a different key for each purpose', () => {
  expect(deriveKey(key, 'code').equals(deriveKey(key, 'mail'))).toBe(false)
  expect(deriveKey(key, 'code').equals(deriveKey(key, 'code'))).toBe(true)
})

test('decrypts a value only with its key, its context and its complete, unchanged ciphertext', () => {
  const encrypted = encrypt(key, 'secret', 'mail')
  expect(decrypt(key, encrypted, 'mail').toString()).toBe('secret')
  expect(encrypted.toString('latin1')).not.toContain('secret')
  expect(encrypt(key, 'secret', 'mail').equals(encrypted)).toBe(false)
  expect(() => decrypt(key, encrypted, 'other')).toThrow()
  expect(() => decrypt(randomBytes(32), encrypted, 'mail')).toThrow()
  for (let i = 0; i < encrypted.length; i++) {
    const tampered = Buffer.from(encrypted)
    tampered[i] = (tampered[i] ?? 0) ^ 1
    expect(() => decrypt(key, tampered, 'mail')).toThrow()
  }
  for (let length = 0; length < encrypted.length; length++)
    expect(() => decrypt(key, encrypted.subarray(0, length), 'mail')).toThrow()
})

test('decrypts JSON of the expected shape only, and does not name the value', () => {
  const schema = v.object({ uid: v.string() })
  const encrypted = encryptJson(key, { uid: 'someone' }, 'test')
  expect(decryptJson(key, encrypted, 'test', schema)).toEqual({ uid: 'someone' })
  expect(() => decryptJson(key, encrypted, 'test', v.object({ uid: v.number() }))).toThrow(
    /^decrypted value of "test" has an unknown shape$/,
  )
})
