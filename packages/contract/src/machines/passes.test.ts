import { describe, expect, test } from 'vitest'
import { DAY_SECONDS } from '../limits.ts'
import { endOfPass } from './passes.ts'

const ISSUED_AT = 1_800_000_000
const inDays = (days: number) => ISSUED_AT + days * DAY_SECONDS
const LIMITS = { maximum: 14, until: null, trainedUntil: null }

describe('a pass ends', () => {
  test.each([
    ['after the maximum, if nothing else is given', {}, inDays(14)],
    ['after the requested days', { requestedDays: 5 }, inDays(5)],
    ['after the maximum, if more was requested', { requestedDays: 30 }, inDays(14)],
    ['with the role', { until: inDays(3), trainedUntil: inDays(9) }, inDays(3)],
    ['with the certificate', { until: inDays(9), trainedUntil: inDays(3) }, inDays(3)],
    [
      'before a role and a certificate that last longer',
      { until: inDays(20), trainedUntil: inDays(20) },
      inDays(14),
    ],
    ['with the role, if more was requested', { requestedDays: 5, until: inDays(3) }, inDays(3)],
  ])('%s', (_, limits, end) => {
    expect(endOfPass(ISSUED_AT, { ...LIMITS, ...limits })).toBe(end)
  })
})
