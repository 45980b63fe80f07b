import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { foldPassword } from '@kerf/contract/password/password-patterns'
import { expect, test } from 'vitest'
import { IS_WHOLE, sampleOf } from '../../../test/support/corpora.ts'
import {
  encodePasswords,
  includesPassword,
  isCommonPassword,
  isMostCommonPassword,
} from './common-passwords.ts'
import { encodePasswordList, readPasswordList } from './write-common-passwords.ts'

const stored = readFileSync(new URL('./common-passwords.bin', import.meta.url))
const list = readPasswordList()

test.runIf(IS_WHOLE)('the stored file is what the public list encodes to', () => {
  expect(list.length).toBeGreaterThan(999_000)
  expect(encodePasswordList(list).equals(stored)).toBe(true)
})

test('contains the passwords of the public list, in any letter case', () => {
  const missing = sampleOf(list, 50_000).filter((password, index) => {
    const spelled = index % 2 === 0 ? password : password.toUpperCase()
    return !includesPassword(stored, foldPassword(spelled))
  })
  expect(missing).toEqual([])
})

test('takes at most five of 100,000 random passwords for common ones', () => {
  // Expected: 0.1. More than five would not happen in 10^8 runs if the rate were as stated.
  const random = randomBytes(9 * 100_000)
  let mistaken = 0
  for (let at = 0; at < random.length; at += 9)
    if (includesPassword(stored, random.toString('base64url', at, at + 9).toLowerCase())) mistaken += 1
  expect(mistaken).toBeLessThanOrEqual(5)
})

test('the 10,000 most common passwords are known exactly', () => {
  expect(['123456', 'dragon', '14111984'].map(isMostCommonPassword)).toEqual([true, true, true])
  // The 10,001st, and a shorter one.
  expect(['15051983', '12345', 'sdwhbqkz7'].filter(isMostCommonPassword)).toEqual([])
})

test.each(['654321', 'admin123', 'password1!', 'p@ssw0rd', foldPassword('ＱＷＥＲＴＹ１２３')])(
  '%s is common',
  password => {
    expect(isCommonPassword(password)).toBe(true)
  },
)

test('reads back what it encodes', () => {
  const encoded = encodePasswords(['plywood', '激光', 'birch'])
  expect(['plywood', '激光', 'birch', 'maple'].map(word => includesPassword(encoded, word))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(includesPassword(encodePasswords([]), 'plywood')).toBe(false)
})
