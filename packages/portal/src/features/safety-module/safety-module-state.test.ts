import { expect, test } from 'vitest'
import { toSafetyModuleState } from './safety-module-state.ts'

const status = (installed: boolean, version: string, latest: string) =>
  toSafetyModuleState({ ok: true, value: { installed, version, latest } })

test('compares the installed version with the latest', () => {
  expect(status(true, '2.4.1', '2.4.1')).toEqual({ kind: 'installed', version: '2.4.1' })
  expect(status(true, '2.10', '2.9')).toEqual({ kind: 'installed', version: '2.10' })
  expect(status(true, '2.4', '2.4.1')).toEqual({ kind: 'outdated', version: '2.4', latest: '2.4.1' })
  expect(status(false, '', '2.4.1')).toEqual({ kind: 'missing', latest: '2.4.1' })
  expect(status(true, 'new', '2.4.1')).toMatchObject({ kind: 'unclear', reason: 'malformed' })
})

test.each([
  ['unsupported', 'too-old'],
  ['too-old', 'too-old'],
  ['no-device', 'no-device'],
  ['refused', 'refused'],
  ['blocked', 'blocked'],
  ['timeout', 'unclear'],
  ['failed', 'unclear'],
  ['malformed', 'unclear'],
] as const)('maps the error %s to %s', (reason, kind) => {
  expect(toSafetyModuleState({ ok: false, reason })).toMatchObject({ kind })
})
