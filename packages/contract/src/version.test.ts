import { expect, test } from 'vitest'
import { compareVersions, parseVersion } from './version.ts'

test.each([
  ['1.7', [1, 7]],
  ['v1.7', [1, 7]],
  ['V2.0.89', [2, 0, 89]],
  ['2.10.0-beta.3', [2, 10, 0]],
  ['2.0.2+build', [2, 0, 2]],
  ['3', [3]],
  ['007', [7]],
  ['1.7.', [1, 7]],
  ['1.7 rc', [1, 7]],
  ['', undefined],
  ['v', undefined],
  ['beta', undefined],
  ['.7', undefined],
  ['-1.7', undefined],
  ['vv1', undefined],
  ['١.٧', undefined],
  ['９', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
])('parses %j as %j', (text, parts) => {
  expect(parseVersion(text)).toEqual(parts)
})

test.each([
  ['1.6.9', '1.7', -1],
  ['1.7', '1.7', 0],
  ['1.7.0', '1.7', 0],
  ['1.7', '1.7.0.0', 0],
  ['1.10', '1.9', 1],
  ['2.0.90', '2.0.89', 1],
  ['v2.0.89', '2.0.89', 0],
  ['2.0.89-rc1', '2.0.89', 0],
  ['10', '9.9.9', 1],
  ['x', '1', undefined],
  ['1', '', undefined],
])('compares %j with %j as %j', (a, b, expected) => {
  expect(compareVersions(a, b)).toBe(expected)
  if (expected !== undefined) expect(compareVersions(b, a)).toBe(expected === 0 ? 0 : -expected)
})

test('limits the parts and digits of a long version', () => {
  expect(parseVersion('1.'.repeat(100_000))).toHaveLength(8)
  expect(parseVersion('9'.repeat(100_000))?.[0]).toBe(999_999_999)
})
