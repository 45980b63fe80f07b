import { describe, expect, it } from 'vitest'
import { formatClock, formatDate, formatDateTime, formatIsoDate, isoDateTime } from './format-time.ts'

const EVENING = Date.UTC(2026, 10, 21, 16, 5) / 1000

describe('formatted times', () => {
  it('have the form of the language, in the time zone of the viewer', () => {
    expect(formatDateTime(EVENING, { language: 'en', timeZone: 'UTC' })).toBe('21 Nov 2026, 16:05')
    expect(formatDateTime(EVENING, { language: 'zh', timeZone: 'Asia/Shanghai' })).toBe(
      '2026年11月22日 00:05',
    )
    expect(formatDateTime(EVENING, { language: 'en', timeZone: 'America/New_York' })).toBe(
      '21 Nov 2026, 11:05',
    )
    expect(formatClock(EVENING, 'Asia/Shanghai')).toBe('00:05')
  })

  it('use the day in that time zone, also before 1970', () => {
    expect(formatDate(EVENING, { language: 'zh', timeZone: 'Asia/Shanghai' })).toBe('2026年11月22日')
    expect(formatDate(-86_400, { language: 'en', timeZone: 'UTC' })).toBe('31 Dec 1969')
  })

  it('have an ISO form', () => {
    expect(isoDateTime(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(formatIsoDate(EVENING, 'Asia/Shanghai')).toBe('2026-11-22')
  })
})
