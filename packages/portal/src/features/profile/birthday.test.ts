import * as m from '@kerf/locales/messages'
import { expect, test } from 'vitest'
import { birthdayError, dayOf, secondsOf, today } from './birthday.ts'

test.each([
  [0, '1970-01-01'],
  [-86_400, '1969-12-31'],
  [951_782_400, '2000-02-29'],
  [-2_208_988_800, '1900-01-01'],
])('converts %i seconds to %s and back', (seconds, day) => {
  expect(dayOf(seconds)).toBe(day)
  expect(secondsOf(day)).toBe(seconds)
})

test('converts a missing birthday to an empty field', () => {
  expect(dayOf(null)).toBe('')
})

test.each(['2001-02-29', '2000-13-01', '2000-1-1', 'x', ''])('%j is not a day', day => {
  expect(secondsOf(day)).toBeNull()
})

test('today is the current day in UTC', () => {
  expect(today(Date.UTC(2026, 10, 21, 23, 59))).toBe('2026-11-21')
})

test.each([
  ['', m.personal_birthday_required],
  ['2026-11-22', m.personal_birthday_future],
  ['1899-12-31', m.personal_birthday_early],
  ['2001-02-29', m.personal_birthday_invalid],
  ['2026-11-21', undefined],
  ['1900-01-01', undefined],
])('validates %j', (day, error) => {
  expect(birthdayError(day, '2026-11-21')).toBe(error)
})
