import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ApiError } from '../../platform/errors/api-error.ts'
import { assertPasswordAllowed } from './password-policy.ts'

const DEFAULT_POLICY = { min: 6, max: 20 }

function codeOf(
  password: string,
  policy = DEFAULT_POLICY,
  context: Parameters<typeof assertPasswordAllowed>[2] = {},
): number {
  try {
    assertPasswordAllowed(password, policy, context)
    return 0
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

test.each([
  ['', 20001],
  ['abcde', 20001],
  ['abc de', 0],
  ['correct horse batter', 0],
  ['correct horse battery', 20001],
  ['🪚🔧🪛🔩📐🧰', 0],
  ['👩‍🔧', 20001],
  ['激光切割机门', 0],
  ['123456', 20119],
  ['PASSWORD', 20119],
  ['qwerty', 20119],
  ['kerfpassport', 20119],
  ['Kerf-Passport', 0],
  ['passport2026', 20119],
  ['passport20261', 0],
])('%j as a new password results in code %i', (password, code) => {
  expect(codeOf(password)).toBe(code)
})

test.each([
  ['wilhelmina', 20119],
  ['Wilhelmina1!', 20119],
  ['wilhelmina12345', 0],
  ['xwilhelmina', 0],
  ['the-workshop', 20119],
  ['THE-WORKSHOP99', 20119],
])('%j results in code %i for the account that its words are taken from', (password, code) => {
  expect(codeOf(password, DEFAULT_POLICY, { email: 'wilhelmina@example.com', account: 'The-Workshop' })).toBe(
    code,
  )
})

test('accepts a password that starts with a word of three letters', () => {
  expect(codeOf('ada123#', DEFAULT_POLICY, { email: 'ada@example.com' })).toBe(0)
})

test('enforces the configured lengths', () => {
  const strict = { min: 15, max: 64 }
  expect(codeOf('fourteen chars', strict)).toBe(20001)
  expect(codeOf('fifteen chars ok', strict)).toBe(0)
  expect(codeOf('a b '.repeat(16), strict)).toBe(0)
  expect(codeOf(`${'a b '.repeat(16)}x`, strict)).toBe(20001)
})

test('rejects each of the ten thousand most common passwords', () => {
  const list = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('# '))
  expect(list.length).toBeGreaterThanOrEqual(10_000)
  expect(list.every(password => codeOf(password, { min: 1, max: 128 }) === 20119)).toBe(true)
})
