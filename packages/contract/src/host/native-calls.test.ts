import { expect, test } from 'vitest'
import { hasNativeStorage, parseNativeData } from './native-calls.ts'

test.each([
  [true, '2.1.0', true],
  [true, '2.1', true],
  [true, '2.0.9', false],
  [true, '2.10', true],
  [true, undefined, false],
  [false, undefined, true],
  [false, '1.0', true],
])('iOS %s, version %s has native storage: %s', (isIos, av, expected) => {
  expect(hasNativeStorage(isIos, av)).toBe(expected)
})

test.each([
  ['input', 'canvas.import', { name: 'a.svg', type: 'text/html', data: 'aGk=' }],
  ['input', 'canvas.import', { name: 'a.svg', type: 'image/svg+xml', data: '<svg>' }],
  ['input', 'canvas.import', { name: '', type: 'image/png', data: 'aGk=' }],
  ['input', 'file.open', { name: 'a', url: 'no address' }],
  ['input', 'storage.get', { key: '../x' }],
  ['input', 'login.open', { channel: 'https://evil.example' }],
  ['output', 'login.open', { cid: 'a' }],
  ['output', 'app.version', { version: '<b>' }],
  ['output', 'gcode.generate', { name: 'a', gcode: '' }],
  ['output', 'storage.get', { value: 'x'.repeat(20_000) }],
] as const)('rejects the %s of %s: %j', (direction, method, value) => {
  expect(parseNativeData(direction, method, value)).toBeUndefined()
})

test('removes unknown fields from the answer of a host', () => {
  const machine = { name: 'K', model: 'K20', connected: true, secret: 'x' }
  expect(
    parseNativeData('output', 'device.info', {
      system: 'pc',
      os: 'L',
      model: 'm',
      machines: [machine],
      more: 1,
    }),
  ).toEqual({
    system: 'pc',
    os: 'L',
    model: 'm',
    machines: [{ name: 'K', model: 'K20', connected: true }],
  })
})
