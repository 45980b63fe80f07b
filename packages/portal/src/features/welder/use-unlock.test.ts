import { ApiError } from '@kerf/contract/client/client'
import { expect, test } from 'vitest'
import { isOutcomeUnknown } from './use-unlock.ts'

test.each([
  ['offline', undefined, true],
  ['unreachable', undefined, true],
  ['too_many_requests', 429, true],
  ['system', 503, true],
  [50_000, 500, true],
  ['expired', 410, false],
  ['bad_request', 400, false],
  [40_301, 403, false],
  [7, 200, false],
] as const)('error %s with status %s: outcome unknown is %s', (code, status, undecided) => {
  const error = new ApiError(code, status === undefined ? {} : { status })
  expect(isOutcomeUnknown(error)).toBe(undecided)
})

test('a programming error is a known outcome', () => {
  expect(isOutcomeUnknown(new TypeError('x'))).toBe(false)
})
