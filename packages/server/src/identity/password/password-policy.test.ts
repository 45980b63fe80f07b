import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { ApiError } from '../../platform/errors/api-error.ts'
import { assertPasswordAllowed } from './password-policy.ts'
import { readPasswordList } from './write-common-passwords.ts'

const DEFAULT_POLICY = { min: 6, max: 20, productNames: ['Kerf Passport', '刻缝通行证', 'Onesome'] }

/** The field error of a password; `undefined` if it is accepted. */
function flawOf(
  password: string,
  policy = DEFAULT_POLICY,
  context: Parameters<typeof assertPasswordAllowed>[2] = {},
): string | undefined {
  try {
    assertPasswordAllowed(password, policy, context)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const flaw = error.fields?.password
    expect(error.errorName).toBe(flaw === 'password_length' ? 'bad_request' : 'password_too_common')
    return flaw
  }
}

test.each(['', 'abcde', 'correct horse battery', '👩‍🔧'])('%j has a wrong length', password => {
  expect(flawOf(password)).toBe('password_length')
})

test.each([
  'admin123',
  'Password1!',
  'PASSWORD',
  'p@ssw0rd2024',
  'Dr4g0n!!',
  '!!monkey99',
  'sunsh1ne',
  'passwordpassword',
])('%j is too common', password => {
  expect(flawOf(password)).toBe('password_too_common')
})

test.each([
  [
    'repeats',
    ['aaaaaa', 'aaaaaaaa', 'aaa111', 'xyxyxyxy', 'kq7kq7kq7', '激光激光激光', '👍👍👍👍👍👍', '112233'],
  ],
  ['runs', ['654321', 'abcdef', '１２３４５６', 'абвгдеж', '一二三四五六', 'abc123', 'aabbccdd', 'fedcba9']],
  ['rows of keys', ['qwertyuiop[]', 'asdfgh12', 'QWER!@#$', '!@#$%^', 'poiuyt']],
  ['diagonals of keys', ['1qaz@WSX', 'zaq12wsx', '1qaz2wsx3edc', '4esz5rdx', '0okm9ijn']],
  ['the numeric pad', ['147258369', '159357', '789456123', '741852963']],
  ['separated runs', ['abc de', '1 2 3 4 5 6', '12-34-56', 'q-w-e-r-t-y']],
  [
    'blanks only',
    [
      '      ',
      '\u3000\u3000\u3000\u3000\u3000\u3000',
      '\t \u00a0\u2003 \u200b',
      '\u200b\u200c\u200d\u2060\ufeff\u00ad',
    ],
  ],
])('refuses %s', (_name, passwords) => {
  expect(passwords.filter(password => flawOf(password) !== 'password_pattern')).toEqual([])
})

const OWNER = { email: 'wilhelmina.braun@tischlerei-oak.example', account: 'The-Workshop7' }

test.each([
  'kerfpassport',
  'Kerf-Passport',
  'K3rfP4ssport!',
  'passport2026',
  '刻缝通行证1号',
  'Onesome#1',
  'wilhelmina',
  'Wilhelmina1!',
  'wilhelmina12345',
  'xwilhelmina',
  'W1lhelm1na',
  'braunwilhelmina',
  'tischlerei99',
  'the-workshop7',
  'Workshop2026',
  'kerf kerf kerf',
])('%j is made of words of the product or the owner', password => {
  expect(flawOf(password, DEFAULT_POLICY, OWNER)).toBe('password_own_words')
})

test.each(['passport20261', 'wilhelmina-7qx2k', 'oak bench 4', 'ada123#', 'mina & the 7 lasers'])(
  '%j is more than the words in it',
  password => {
    expect(flawOf(password, DEFAULT_POLICY, { ...OWNER, email: `ada.${OWNER.email}` })).toBeUndefined()
  },
)

test.each([
  ...[
    'correct horse batter',
    'oak plank',
    '  hop on  ',
    'sunshine butterfly',
    'four sheets of birch',
    'a1b2c#',
  ],
  ...[
    '激光切割机门',
    '今天也要好好切板',
    '激光切割机与打印机账户门户的长密码二十字',
    '🪚🔧🪛🔩📐🧰',
    'schlüssel-für-öl',
  ],
  ...['Χαλκός και ξύλο', 'лобзик и фанера', 'engraved-88', 'kerf-line7', 'cut-along-42', 'tr0mbone&gravy'],
])('%j is a reasonable password', password => {
  expect(flawOf(password)).toBeUndefined()
})

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ALPHANUMERIC = `${LETTERS}${LETTERS.toUpperCase()}0123456789`

test.each([
  ['of a browser', `${ALPHANUMERIC}-_.:!`, 15],
  ['of letters and digits', ALPHANUMERIC, 12],
  ['of letters, digits and signs', `${ALPHANUMERIC}!@#$%^&*()-_=+[]{};:,.<>?/`, 20],
  ['of small letters', LETTERS, 16],
])('accepts 10,000 passwords of a generator: passwords %s', (_name, alphabet, length) => {
  const refused = Array.from({ length: 10_000 }, () =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).filter(password => flawOf(password) !== undefined)
  // A prefix of the hash may be that of a common password: once in 1.2 million.
  expect(refused.length).toBeLessThanOrEqual(1)
})

test('enforces the configured lengths', () => {
  const strict = { ...DEFAULT_POLICY, min: 15, max: 64 }
  const sentence = 'the oak board leaves the saw in two halves, each one warm to hol'
  expect(flawOf('fourteen chars', strict)).toBe('password_length')
  expect(flawOf('fifteen chars ok', strict)).toBeUndefined()
  expect(flawOf(sentence, strict)).toBeUndefined()
  expect(flawOf(`${sentence}x`, strict)).toBe('password_length')
})

test('allows a short password where the installation does', () => {
  const short = { ...DEFAULT_POLICY, min: 3 }
  expect([flawOf('k9#', short), flawOf('aaa', short)]).toEqual([undefined, 'password_pattern'])
})

test('refuses the ten thousand most common passwords of the public list', () => {
  const common = readPasswordList()
    .slice(0, 10_000)
    .filter(({ length }) => length >= DEFAULT_POLICY.min && length <= DEFAULT_POLICY.max)
  expect(common.length).toBeGreaterThan(8_000)
  expect(common.filter(password => flawOf(password) === undefined)).toEqual([])
})
