import { expect, test } from 'vitest'
import { messageTime } from './message-items.tsx'

const at = (text: string): number => new Date(text).getTime() / 1000

test.each([
  ['2026-11-21T08:05:00Z', '2026-11-21T23:59:00Z', 'UTC', '08:05'],
  ['2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z', 'UTC', '00:00'],
  ['2026-11-20T23:59:59Z', '2026-11-21T00:00:00Z', 'UTC', 'Yesterday 23:59'],
  ['2026-11-20T00:00:00Z', '2026-11-21T23:59:59Z', 'UTC', 'Yesterday 00:00'],
  ['2026-11-19T23:59:59Z', '2026-11-21T00:00:00Z', 'UTC', '2026-11-19'],
  ['2025-12-31T12:00:00Z', '2026-01-01T12:00:00Z', 'UTC', 'Yesterday 12:00'],
  // The day is that of the viewer's time zone.
  ['2026-11-21T16:05:00Z', '2026-11-21T16:10:00Z', 'Asia/Shanghai', '00:05'],
  ['2026-11-21T15:05:00Z', '2026-11-21T16:10:00Z', 'Asia/Shanghai', 'Yesterday 23:05'],
  // End of daylight saving time: 25 hours between two noons.
  ['2026-10-24T22:30:00Z', '2026-10-25T22:59:00Z', 'Europe/Berlin', '00:30'],
  ['2026-10-24T10:00:00Z', '2026-10-25T22:59:00Z', 'Europe/Berlin', 'Yesterday 12:00'],
])('%s seen at %s in %s shows %s', (message, now, zone, shown) => {
  expect(messageTime(at(message), at(now), zone)).toBe(shown)
})
