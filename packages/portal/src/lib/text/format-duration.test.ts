import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [0, '0:00'],
  [59.999, '0:59'],
  [187, '3:07'],
  [3600, '60:00'],
])('formats %s seconds as minutes and whole seconds', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
