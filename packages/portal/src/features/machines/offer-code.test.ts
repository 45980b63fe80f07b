import { expect, test } from 'vitest'
import { readOfferCode } from './offer-code.ts'

test.each([
  ['#Vv9Qm1c0RkS0c2b5t1o2VwVv9Qm1c0RkS0c2b5t1o2Vw', 'Vv9Qm1c0RkS0c2b5t1o2VwVv9Qm1c0RkS0c2b5t1o2Vw'],
  ['#short', undefined],
  ['#<script>alert(1)</script>', undefined],
  [`#${'a'.repeat(65)}`, undefined],
  ['', undefined],
])('reads the secret of %s', (hash, code) => {
  expect(readOfferCode(hash)).toBe(code)
})
