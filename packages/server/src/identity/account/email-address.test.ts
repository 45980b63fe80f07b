import { expect, test } from 'vitest'
import { canonicalEmail, maskEmail } from './email-address.ts'

test.each([
  ['Ada@Example.COM', 'ada@example.com'],
  ['ada@example.com.', undefined],
  ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@ｅxample.com', 'ada@example.com'],
  ['ada@例子.中国', 'ada@xn--fsqu00a.xn--fiqs8s'],
  ['\u212aate@example.com', 'kate@example.com'],
  ['e\u0301va@example.com', '\u00e9va@example.com'],
  ['a.d.a+x@example.com', 'a.d.a+x@example.com'],
  ['ada@localhost', undefined],
  ['ada@', undefined],
  ['@example.com', undefined],
  ['ada', undefined],
  ['ada@exa mple.com', undefined],
  ['ada@%00.com', undefined],
])('the canonical form of %s is %s', (address, canonical) => {
  expect(canonicalEmail(address)).toBe(canonical)
})

test.each([
  ['maker@example.com', 'm***r@example.com'],
  ['ab@example.com', 'a***@example.com'],
  ['a@example.com', 'a***@example.com'],
  ['激光切割@example.com', '激***割@example.com'],
  ['🪚🔧🪛@example.com', '🪚***🪛@example.com'],
])('%s is masked as %s', (address, masked) => {
  expect(maskEmail(address)).toBe(masked)
})
