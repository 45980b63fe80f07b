import { expect, test } from 'vitest'
import { detectSystem } from './detect-system.ts'

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36', 0, 'web-pc'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36', 10, 'web-pc'],
  [mac, 0, 'web-pc'],
  [mac, 5, 'web-pad'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1', 5, 'web-mobile'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36', 5, 'web-mobile'],
  ['Mozilla/5.0 (Linux; Android 15; SM-X910) Chrome/140.0 Safari/537.36', 5, 'web-pad'],
])('detects %s with %i touch points as %s', (userAgent, touchPoints, system) => {
  expect(detectSystem({ userAgent, touchPoints })).toBe(system)
})
