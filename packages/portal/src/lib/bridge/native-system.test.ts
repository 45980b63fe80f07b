import { expect, test } from 'vitest'
import { isIos, nativeSystem } from './native-system.ts'

test.each([
  ['web-pc', 'Mozilla/5.0 (Windows NT 10.0) Electron/40', 'pc'],
  ['web-pad', 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)', 'pad'],
  ['web-mobile', 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Mobile', 'mobile'],
  ['web-pc', 'Mozilla/5.0 (X11; Linux aarch64) KerfOS/3.1', 'os'],
  ['os', 'anything', 'os'],
] as const)('maps %s with user agent `%s` to %s', (browser, userAgent, system) => {
  expect(nativeSystem(browser, userAgent)).toBe(system)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0, false],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko)', 0, false],
])('%s with %i touch points is iOS: %s', (userAgent, maxTouchPoints, expected) => {
  expect(isIos({ userAgent, maxTouchPoints })).toBe(expected)
})
