import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { breakableAddress, insertElements, keepDates } from './rich-text.tsx'

test('inserts elements at their placeholders', () => {
  expect(renderToStaticMarkup(insertElements('{b} and {a}.', { a: 'first', b: 'second' }))).toBe(
    'second and first.',
  )
})

test('marks dates, which stay in one line', () => {
  expect(renderToStaticMarkup(keepDates('From 2027-12-17 00:33 to 2027-12-28.'))).toBe(
    'From <time>2027-12-17</time> 00:33 to <time>2027-12-28</time>.',
  )
})

test.each([
  ['maker@demo.example', 'maker@<wbr/>demo<wbr/>.example'],
  ['a.b@mail.demo.example', 'a.b@<wbr/>mail<wbr/>.demo<wbr/>.example'],
  ['KERF-0001', 'KERF-0001'],
])('offers line breaks in %s', (address, html) => {
  expect(renderToStaticMarkup(breakableAddress(address))).toBe(html)
})
