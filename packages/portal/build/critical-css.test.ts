import { expect, test } from 'vitest'
import { criticalCss } from './critical-css.ts'

const html = '<div id="root"><p class="a b" data-on="yes">text</p></div>'
const critical = (css: string) => criticalCss(css, html, 'en')

test('keeps what the markup can match', () => {
  expect(critical('.a{color:red}.c{color:red}p{margin:0}h1{margin:0}')).toBe('.a{color:red}p{margin:0}')
  expect(critical('.a[data-on=yes]{color:red}.a[data-on=no]{color:red}.a[hidden]{color:red}')).toBe(
    '.a[data-on=yes]{color:red}',
  )
})
test('keeps what the server may switch on', () => {
  expect(critical(':root[data-theme=dark]{color-scheme:dark}[data-embedded] .a{display:none}')).toBe(
    ':root[data-theme=dark]{color-scheme:dark}[data-embedded] .a{display:none}',
  )
})
test('leaves states, motion and special media to the whole sheet', () => {
  expect(
    critical(
      '.a:hover{color:red}.a:focus-visible{color:red}.a:before{content:""}@keyframes k{to{opacity:0}}' +
        '@media (prefers-contrast:more){.a{color:red}}.a{transition:color 1s;cursor:pointer;scroll-margin-top:1rem;color:red}',
    ),
  ).toBe('.a{color:red}')
})
test('keeps the media that decide the layout', () => {
  expect(critical('@media (width>=960px){.a{display:grid}.c{display:grid}}')).toBe(
    '@media (width>=960px){.a{display:grid}}',
  )
})
test('writes out cheap tokens and drops those that nothing uses', () => {
  expect(critical(':root{--s:1rem;--unused:2rem;--chain:var(--s)}.a{margin:var(--s);padding:var(--s)}')).toBe(
    '.a{margin:1rem;padding:1rem}',
  )
})
test('leaves tokens alone that depend on where they are read', () => {
  const css = ':root{--s:1rem}@media (width>=960px){:root{--s:2rem}}.a{margin:var(--s)}'
  expect(critical(css)).toBe(css)
})

test('leaves the other language, and fonts that nothing uses, to the whole sheet', () => {
  const face = (name: string) => `@font-face{font-family:${name};src:url(/f.woff2)}`
  expect(
    critical(
      `${face('Sans')}${face('Sans zh')}:root{--font:"Sans", serif}:root:lang(zh){--font:"Sans zh", serif}` +
        '.a{font-family:var(--font)}.a:lang(en){color:red}.a:lang(zh){color:red}',
    ),
  ).toBe(`${face('Sans')}.a{font-family:"Sans", serif}.a:lang(en){color:red}`)
})
