import { expect, test } from 'vitest'
import { forOldBrowsers } from './old-css.ts'

test.each([
  [
    ':root{--ink:light-dark(#111,#eee)}',
    ':root{--ink:var(--lightningcss-light,#111)var(--lightningcss-dark,#eee)}',
  ],
  ['.a{min-height:100dvh}.b{height:min(50svh,9px)}', '.a{min-height:100vh}.b{height:min(50vh,9px)}'],
  ['@container (min-width:44rem){.a{color:red}}', '@media (min-width:44rem){.a{color:red}}'],
  ['@media (width < 30rem){.a{color:red}}', '@media not all and (min-width:30rem){.a{color:red}}'],
  ['.a{background:color-mix(in srgb, var(--ink) 10%, transparent)}', '.a{background:var(--line)}'],
  [
    '.a{color:red;translate:0 calc(1px + 2px)}.b{scale:0}',
    '.a{color:red;transform:translateY(3px)}.b{transform:scale(0)}',
  ],
  ['.a:has(.b:focus-visible){color:red}', '.a:focus-within{color:red}'],
])('%s becomes %s', (css, expected) => {
  expect(forOldBrowsers(css)).toBe(expected)
})

test('refuses a mix of colors without a replacement', () => {
  expect(() => forOldBrowsers('.a{color:color-mix(in srgb, var(--info) 9%, transparent)}')).toThrow(
    /no replacement/,
  )
})
