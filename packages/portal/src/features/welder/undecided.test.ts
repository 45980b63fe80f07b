import { CallError } from '@kerf/contract/client'
import { expect, test } from 'vitest'
import { isUndecided } from './undecided.ts'

test.each([
  [1000, undefined, true],
  [1002, undefined, true],
  [20429, 429, true],
  [20901, 503, true],
  [50_000, 500, true],
  [20206, 410, false],
  [20001, 400, false],
  [40_301, 403, false],
  [7, 200, false],
])('code %i with status %s leaves it undecided: %s', (code, status, undecided) => {
  const error = new CallError(code, status === undefined ? {} : { status })
  expect(isUndecided(error)).toBe(undecided)
})

test('a fault of ours decides', () => {
  expect(isUndecided(new TypeError('x'))).toBe(false)
})
