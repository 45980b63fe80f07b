import { expect, test } from 'vitest'
import { formatCode } from './code-format.ts'

/** `|` is the caret. */
const typed = (text: string) => {
  const caret = text.indexOf('|')
  const after = formatCode({ value: text.replace('|', ''), caret })
  return `${after.value.slice(0, after.caret)}|${after.value.slice(after.caret)}`
}

test.each([
  ['|', '|'],
  ['a|', 'A|'],
  ['abcd|', 'ABCD|'],
  ['ABCDe|', 'ABCD-E|'],
  ['ABCD-|', 'ABCD|'],
  ['ABCDEF|-GH', 'ABCD-EF|GH'],
  ['AB|CD-EFGH', 'AB|CD-EFGH'],
  ['ABx|CD-EFGH', 'ABX|C-DEFG-H'],
  ['|ABCD-EFGH', '|ABCD-EFGH'],
  ['abcd efgh.jkmn_pqrs|', 'ABCD-EFGH-JKMN-PQRS|'],
  ['ａｂｃｄ１|', 'ABCD-1|'],
  ['ab!c|', 'AB!C|'],
  ['ABCD-EFGH-JKMN-PQRST|', 'ABCD-EFGH-JKMN-PQRS-T|'],
])('%s becomes %s', (before, after) => {
  expect(typed(before)).toBe(after)
})

test('leaves formatted input unchanged', () => {
  for (const text of ['ABCD-EF|', 'ABCD-EFGH-JKMN-PQRS|', '|ABCD-E']) expect(typed(text)).toBe(text)
})
