import { describe, expect, test } from 'vitest'
import { activeBenefits, endsSoon, recentActivity } from './home-activity.ts'

test('the activity joins logins, redemptions and certificates, the newest first', () => {
  const activity = recentActivity(
    {
      currentSession: 'a',
      signIns: [
        { at: 50, session: 'a', application: 'Firefox', location: 'Berlin', platform: 'web-pc' },
        { at: 10, session: 'b', application: 'Chrome', location: '', platform: 'web-mobile' },
      ],
      redemptions: [{ effectTime: 40, benefit: 'Birch', code: 'C1' }],
      certificates: [{ issued: 60, course: 'Laser safety' }],
    },
    3,
  )
  expect(activity.map(({ what }) => what)).toEqual(['Laser safety', 'Firefox', 'Birch'])
  expect(activity.map(({ platform }) => platform)).toEqual([undefined, 'web-pc', undefined])
  expect(activity.map(({ isHere }) => isHere)).toEqual([undefined, true, undefined])
})

describe('active benefits', () => {
  const benefit = (code: string, expireTime: number, status = 'succeeded') => ({
    code,
    benefit: code,
    expireTime,
    status,
  })
  test('leave out what has ended and show first what ends first', () => {
    const all = [
      benefit('endless', 0),
      benefit('late', 90),
      benefit('gone', 5, 'expired'),
      benefit('soon', 20),
    ]
    expect(activeBenefits(all).map(({ code }) => code)).toEqual(['soon', 'late', 'endless'])
  })
})

test.each([
  [0, false],
  [13 * 86_400, true],
  [15 * 86_400, false],
])('a benefit that ends at %i is reminded of: %s', (expireTime, isSoon) => {
  expect(endsSoon({ expireTime }, 1)).toBe(isSoon)
})
