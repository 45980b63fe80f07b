import { expect, test } from 'vitest'
import { countCodePoints, normalizeLine, normalizeText } from './user-text.ts'

test.each([
  ['', 0],
  ['Kerf', 4],
  ['切缝', 2],
  ['𠮷野家', 3],
  ['🪚🔥', 2],
  ['e\u0301', 2],
])('%j has %i code points', (text, count) => {
  expect(countCodePoints(text)).toBe(count)
})

test('removes invisible characters and surrounding spaces of a line', () => {
  expect(normalizeLine('  Ada\u202E \u0000B\n ')).toBe('Ada B')
})

test('keeps the line breaks of a text as line feeds', () => {
  expect(normalizeText(' one\r\ntwo\u0007\rthree \n')).toBe('one\ntwo\nthree')
})
