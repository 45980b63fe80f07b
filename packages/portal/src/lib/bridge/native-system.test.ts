import { expect, test } from 'vitest'
import { nativeSystem } from './native-system.ts'

test.each([
  ['web-pc', 'Mozilla/5.0 (Windows NT 10.0) Electron/40', 'pc'],
  ['web-pad', 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)', 'pad'],
  ['web-mobile', 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Mobile', 'mobile'],
  ['web-pc', 'Mozilla/5.0 (X11; Linux aarch64) KerfOS/3.1', 'os'],
  ['os', 'anything', 'os'],
] as const)('maps %s with user agent `%s` to %s', (browser, userAgent, system) => {
  expect(nativeSystem(browser, userAgent)).toBe(system)
})
