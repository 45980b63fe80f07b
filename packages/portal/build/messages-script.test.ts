import { expect, test } from 'vitest'
import { forShadowRoot } from './messages-script.ts'

test.each([
  [':root{--a:1}', ':host{--a:1}'],
  [':root[data-theme=dark]{--a:1}', ':host([data-theme=dark]){--a:1}'],
  ['html{color:red}', ':host{color:red}'],
  ['@media print{html,body{color:red}}', '@media print{:host,body{color:red}}'],
  ['.xhtml{color:red}', '.xhtml{color:red}'],
])('%s becomes %s', (css, expected) => {
  expect(forShadowRoot(css)).toBe(expected)
})
