import { expect, test } from 'vitest'
import { isAllowedOrigin, isTrustedWrite } from './origins.ts'

const rule = {
  own: () => 'https://passport.kerf.example',
  listed: () => new Set(['https://app.kerf.example', 'http://app.localhost:5173']),
}

test.each([
  ['https://passport.kerf.example', true],
  ['https://app.kerf.example', true],
  ['https://app.kerf.example:443', false],
  ['http://app.localhost:5173', true],
  ['http://app.localhost:5174', false],
  ['http://app.localhost', false],
  ['http://localhost:3000', false],
  ['http://127.0.0.1:5173', false],
  ['null', false],
])('%s: %s', (origin, allowed) => {
  expect(isAllowedOrigin(origin, rule)).toBe(allowed)
})

test.each([
  ['https://app.kerf.example', 'cross-site', true],
  ['https://evil.example', 'same-origin', false],
  [undefined, 'same-origin', true],
  [undefined, 'none', true],
  [undefined, undefined, true],
  [undefined, 'same-site', false],
  [undefined, 'cross-site', false],
])('a write from %s that is %s: %s', (origin, site, trusted) => {
  expect(isTrustedWrite(origin, site, rule)).toBe(trusted)
})
