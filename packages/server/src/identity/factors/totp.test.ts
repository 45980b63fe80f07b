import { describe, expect, test } from 'vitest'
import { base32, findTotpStep, timeStep, totpCode, totpUri } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('test vectors of RFC 6238, appendix B (SHA-1, last six of eight digits)', () => {
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s', (seconds, code) => {
    expect(totpCode(SECRET, timeStep(seconds * 1_000))).toBe(code)
  })
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes %s as RFC 4648, section 10 does', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
})

test('accepts the step before and after, and no other', () => {
  const atMs = 1_800_000_000_000
  const now = timeStep(atMs)
  const found = [-2, -1, 0, 1, 2].map(drift => findTotpStep(SECRET, totpCode(SECRET, now + drift), atMs))
  expect(found).toEqual([undefined, now - 1, now, now + 1, undefined])
})

test.each(['287082', '287 082', '28 70 82', '287\u00a0082'])(
  'accepts spaces, as apps show a code: %s',
  code => {
    expect(findTotpStep(SECRET, code, 59_000)).toBe(1)
  },
)

test.each(['', '12345', '1234567', 'abcdef', '12345６'])('refuses what is no code: %s', code => {
  expect(findTotpStep(SECRET, code, 59_000)).toBeUndefined()
})

test('names the issuer and the account in the URI', () => {
  expect(totpUri(SECRET, 'Kerf & Co', 'ada@example.com')).toBe(
    'otpauth://totp/Kerf%20%26%20Co:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Kerf%20%26%20Co',
  )
})
