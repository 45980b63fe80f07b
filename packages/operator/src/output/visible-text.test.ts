import { expect, test } from 'vitest'
import { table } from './table.ts'
import { visibleJson, visibleText } from './visible-text.ts'

test.each([
  ['the title of the window', '\u001b]0;owned\u0007Ada', '\\u001b]0;owned\\u0007Ada'],
  ['the cursor, by an 8-bit control', '\u009b2JAda', '\\u009b2JAda'],
  ['the start of the line', 'Ada\rRoot', 'Ada\\u000dRoot'],
  ['the direction of the text', 'Ada\u202etoor', 'Ada\\u202etoor'],
])('a nickname does not change %s', (_, nickname, shown) => {
  expect(visibleText(nickname)).toBe(shown)
  expect(JSON.parse(visibleJson({ nickname }))).toEqual({ nickname })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not have any
  expect(visibleJson({ nickname })).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
})

test('keeps lines, tabs, other scripts and the styles of a preview', () => {
  const text = 'Ada 激光\tقطع\n\u001b[1mbold\u001b[22m'
  expect(visibleText(text)).toBe(text)
})

test('a nickname with a line feed adds no row to a table', () => {
  const rows = table([{ nickname: 'Ada\n00000000  root' }], { NICKNAME: row => row.nickname })
  expect(rows.split('\n')).toEqual(['NICKNAME', 'Ada\\u000a00000000  root'])
})
