import { expect, test } from 'vitest'
import { isAllowedOrigin, isTrustedWrite } from './origins.ts'

const rule = (development: boolean) => ({
  own: () => 'https://passport.kerf.example',
  listed: new Set(['https://app.kerf.example']),
  development,
})

test.each([
  ['https://passport.kerf.example', true],
  ['https://app.kerf.example', true],
  ['https://app.kerf.example:443', false],
  ['http://localhost:3000', false],
  ['null', false],
])('in production %s: %s', (origin, allowed) => {
  expect(isAllowedOrigin(origin, rule(false))).toBe(allowed)
})

test.each([
  ['http://localhost', true],
  ['https://a.b.localhost:65535', true],
  ['http://127.0.0.1:1', true],
  ['http://127.0.0.2:1', false],
  ['http://localhost.', false],
  ['http://localhost:', false],
  ['http://localhost\n', false],
  ['http://a_b.localhost', false],
])('in development %j: %s', (origin, allowed) => {
  expect(isAllowedOrigin(origin, rule(true))).toBe(allowed)
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
  expect(isTrustedWrite(origin, site, rule(false))).toBe(trusted)
})
