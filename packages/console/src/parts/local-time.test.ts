import { expect, test } from 'vitest'
import { isoOf, localOf } from './local-time.ts'

test('a field of a time has local time, and a call has ISO time', () => {
  expect(localOf(isoOf('2026-10-06T09:30'))).toBe('2026-10-06T09:30')
  expect([isoOf(''), isoOf('tomorrow')]).toEqual([undefined, undefined])
  expect([localOf(undefined), localOf('x')]).toEqual(['', ''])
})
