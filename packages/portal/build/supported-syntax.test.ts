import { expect, test } from 'vitest'
import { findUnsupportedSyntax } from './supported-syntax.ts'

test.each([
  ['class A { static { f() } }', 'static block of a class'],
  ['class A { #a; has(o) { return #a in o } }', '#a in …'],
  ['await f()', 'top-level await'],
  ['x.replace(/(?<!a)b/g)', 'lookbehind: /(?<!a)b/'],
  ['/a/v.test(x)', 'flags of /a/v'],
])('finds what Chromium 87 or Safari 15.4 cannot parse: %s', (code, finding) => {
  expect(findUnsupportedSyntax(code)).toEqual([finding])
})

test.each([
  'class A { static a = 1; #b = 2; #c() {} d = () => this.#b }',
  'async () => { await f(); for await (const a of b); }',
  'a ??= b?.c; x.replace(/(?=a)(?!b)(?<name>c)/gu)',
])('accepts %s', code => {
  expect(findUnsupportedSyntax(code)).toEqual([])
})
