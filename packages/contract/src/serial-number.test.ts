import { expect, test } from 'vitest'
import { normalizeSerialNumber, serialNumberError } from './serial-number.ts'

const GOOD = 'KLW1200AB0123456789CDEF'

test.each([
  [GOOD, undefined],
  [` ${GOOD.toLowerCase()}\n`, undefined],
  ['', 'required'],
  ['   ', 'required'],
  [GOOD.slice(1), 'length'],
  [`${GOOD}0`, 'length'],
  [`${GOOD.slice(1)}-`, 'invalid'],
  [`${GOOD.slice(1)} `, 'length'],
  [`${GOOD.slice(0, 10)} ${GOOD.slice(11)}`, 'invalid'],
  [`${GOOD.slice(1)}١`, 'invalid'],
  [`${GOOD.slice(1)}１`, 'invalid'],
  [`${GOOD.slice(1)}Ä`, 'invalid'],
  [`${GOOD.slice(1)}😀`, 'invalid'],
])('validates %j: %s', (input, error) => {
  expect(serialNumberError(input)).toBe(error)
})

test('normalizes letter case and surrounding spaces', () => {
  expect(normalizeSerialNumber(` ${GOOD.toLowerCase()} `)).toBe(GOOD)
})
