import { expect, test } from 'vitest'
import { foldSn, snFault } from './device-sn.ts'

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
])('%j: %s', (typed, fault) => {
  expect(snFault(typed)).toBe(fault)
})

test('capitals are one spelling', () => {
  expect(foldSn(` ${GOOD.toLowerCase()} `)).toBe(GOOD)
})
