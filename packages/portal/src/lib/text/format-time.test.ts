import { describe, expect, it } from 'vitest'
import { formatClock, formatDate, formatDateTime, formatZonedDateTime, isoDateTime } from './format-time.ts'

const EVENING = Date.UTC(2026, 10, 21, 16, 5) / 1000

describe('formatted times', () => {
  it('have one form in all languages, in the time zone of the viewer', () => {
    expect(formatDateTime(EVENING, 'UTC')).toBe('2026-11-21 16:05')
    expect(formatDateTime(EVENING, 'Asia/Shanghai')).toBe('2026-11-22 00:05')
    expect(formatDateTime(EVENING, 'America/New_York')).toBe('2026-11-21 11:05')
    expect(formatClock(EVENING, 'Asia/Shanghai')).toBe('00:05')
  })

  it.each([
    ['UTC', '2026-11-21 16:05 (UTC)'],
    ['Asia/Shanghai', '2026-11-22 00:05 (UTC+8)'],
    ['America/New_York', '2026-11-21 11:05 (UTC-5)'],
    ['Asia/Kolkata', '2026-11-21 21:35 (UTC+5:30)'],
  ])('name the zone where it matters: %s', (zone, text) => {
    expect(formatZonedDateTime(EVENING, zone)).toBe(text)
  })

  it('use the day in that time zone, also before 1970', () => {
    expect(formatDate(EVENING, 'Asia/Shanghai')).toBe('2026-11-22')
    expect(formatDate(-86_400, 'UTC')).toBe('1969-12-31')
  })

  it('have an ISO form', () => {
    expect(isoDateTime(0)).toBe('1970-01-01T00:00:00.000Z')
  })
})
