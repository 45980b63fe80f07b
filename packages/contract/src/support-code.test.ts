import { expect, test } from 'vitest'
import { formatSupportCode } from './support-code.ts'

test.each([
  ['K', 'refused', 0, 'KR-0'],
  ['K', 'offline', 60_000 * 35, 'KO-Z'],
  ['P', 'blocked', 60_000 * 36, 'PB-10'],
  ['P', 'version', Date.UTC(2026, 10, 22, 12), 'PV-HTCC0'],
] as const)('formats source %s, reason %s at %i ms as %s', (source, reason, now, code) => {
  expect(formatSupportCode(source, reason, now)).toBe(code)
})
