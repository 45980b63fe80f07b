import { expect, test } from 'vitest'
import { codeDigits } from './code-field.tsx'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['Your code: 123456.', '123456'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
  ['12a', '12'],
  ['', ''],
])('extracts from %j the digits %j', (text, digits) => {
  expect(codeDigits(text, 6)).toBe(digits)
})
