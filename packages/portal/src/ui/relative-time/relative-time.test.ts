import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.tsx'

const NOW = 1_800_000_000

test.each([
  [-30, 'en', 'now'],
  [-180, 'en', '3 minutes ago'],
  [-3 * 3600 - 5, 'en', '3 hours ago'],
  [-86_400, 'en', 'yesterday'],
  [-20 * 86_400, 'en', '2 weeks ago'],
  [40 * 86_400, 'en', 'next month'],
  [-180, 'zh', '3 分钟前'],
  [-2 * 86_400, 'zh', '前天'],
])('%i seconds from now in %s', (seconds, language, words) => {
  expect(relativeTime(NOW + seconds, language, NOW)).toBe(words)
})
