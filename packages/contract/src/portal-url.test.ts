import { describe, expect, test } from 'vitest'
import {
  acceptHomeImage,
  hasProcessButton,
  isEmbedded,
  isOldClient,
  isTrainingNeeded,
  parsePortalUrl,
  retainedQuery,
} from './portal-url.ts'

describe('parsePortalUrl', () => {
  test.each([
    ['p=creative', { p: 'creative', o: 'creative' }],
    ['?p=creative&o=atomm', { p: 'creative', o: 'atomm' }],
    ['o=atomm', { p: undefined, o: 'atomm' }],
    ['p=', { p: undefined }],
    ['p=../../etc', { p: undefined }],
    ['p=<script>', { p: undefined }],
    ['p=constructor', { p: 'constructor' }],
    [`p=${'a'.repeat(33)}`, { p: undefined }],
    ['p=a&p=b', { p: undefined, o: undefined }],
    ['p[]=a', { p: undefined }],
    ['s=pc', { s: 'pc' }],
    ['s=web-pad', { s: 'web-pad' }],
    ['s=PC', { s: undefined }],
    ['s=toString', { s: undefined }],
    ['av=2.10', { av: '2.10' }],
    ['av=v2.10.0-beta', { av: 'v2.10.0-beta' }],
    ['av=x', { av: undefined }],
    ['sl=0', { socialHidden: true }],
    ['sl=1', { socialHidden: false }],
    ['lr=0', { registerHidden: true }],
    ['md=win', { mode: 'win' }],
    ['md=full-win', { mode: 'full-win' }],
    ['md=window', { mode: 'page' }],
    ['', { mode: 'page', ut: undefined, r: undefined, l: undefined }],
    ['ut=abc', { ut: 'abc' }],
    ['ut=', { ut: undefined }],
    ['ut=12345', { ut: undefined }],
    ['ut=12345a', { ut: '12345a' }],
    ['ut=a&ut=b', { ut: undefined }],
    ['ut=a&ut=', { ut: undefined }],
    ['r=https%3A%2F%2Fa.example%2Fx%3Fy%3D1%26z', { r: 'https://a.example/x?y=1&z' }],
    ['r=a&r=b', { r: undefined }],
    ['sameSite=Strict', { sameSite: 'strict' }],
    ['sameSite=none', { sameSite: 'none' }],
    ['sameSite=weird', { sameSite: undefined }],
    ['secure=0', { insecure: true }],
    ['secure=false', { insecure: false }],
    ['l=zh-CN', { l: 'zh-CN' }],
    ['%', {}],
    ['p=%E0%A4%A', { p: undefined }],
    ['&&&=&=x', { mode: 'page' }],
  ])('parses %j', (search, expected) => {
    expect(parsePortalUrl(search)).toMatchObject(expected)
  })

  test('recognizes both embedded modes', () => {
    expect(['win', 'full-win', 'page'].map(md => isEmbedded(parsePortalUrl(`md=${md}`)))).toEqual([
      true,
      true,
      false,
    ])
  })
})

test.each([
  [
    'p=a&o=b&s=pc&av=2.10&img=i&sl=0&lr=0&md=win&sameSite=lax&secure=0',
    'p=a&o=b&s=pc&av=2.10&img=i&sl=0&lr=0&md=win&sameSite=lax&secure=0',
  ],
  ['?ut=secret&p=a&r=https://a.example&ticket=t', 'p=a'],
  ['ut=secret&UT=secret&utoken=x&l=zh&captcha=1', ''],
  ['p=a&p=b&o=c', 'o=c'],
  ['av=2.10', 'av=2.10'],
  ['img=https://a.example/x y', 'img=https%3A%2F%2Fa.example%2Fx+y'],
])('retains of %j the query %j', (search, retained) => {
  expect(retainedQuery(search)).toBe(retained)
})

test.each([
  ['always', 'pc', '1.6.9', true],
  ['always', undefined, '1.6', true],
  ['always', 'web-pc', '1.7', false],
  ['always', 'pc', '2.0', false],
  ['always', 'pc', undefined, false],
  ['handheld', 'mobile', '1.6', true],
  ['handheld', 'pad', '1.6.99', true],
  ['handheld', 'pc', '1.6', false],
  ['handheld', 'web-mobile', '1.6', false],
  ['handheld', undefined, '1.6', false],
  ['handheld', 'pad', undefined, false],
  ['never', 'mobile', '1.0', false],
] as const)('rule %s, system %s, version %s is an old client: %s', (rule, system, av, old) => {
  expect(isOldClient(rule, system, av)).toBe(old)
})

test.each([
  [true, 'pc', '2.5.9', false],
  [true, 'pc', '2.6.0', true],
  [true, 'pc', '2.6', true],
  [true, 'pc', '2.10', true],
  [true, 'pc', undefined, true],
  [true, 'mobile', '1.0', true],
  [true, undefined, undefined, true],
  [false, 'pc', '2.6.0', false],
  [false, 'mobile', undefined, false],
] as const)('brand %s, system %s, version %s needs training: %s', (brand, system, av, needed) => {
  expect(isTrainingNeeded(brand, system, av)).toBe(needed)
})

test.each([
  ['pc', '2.0.89', false],
  ['pc', '2.0.90', true],
  ['pc', 'v2.1', true],
  ['pc', undefined, false],
  ['mobile', '2.0.1', false],
  ['mobile', '2.0.2', true],
  ['pad', '2.0.2', true],
  ['pad', '2.0', false],
  ['web-pc', '9.9', false],
  ['os', '9.9', false],
  [undefined, '9.9', false],
] as const)('system %s, version %s has the process button: %s', (system, av, shown) => {
  expect(hasProcessButton(system, av)).toBe(shown)
})

test.each([
  ['https://img.kerf.example/a.png', 'https://img.kerf.example/a.png'],
  ['https://IMG.kerf.example/../b.png', 'https://img.kerf.example/b.png'],
  ['https://img.kerf.example:443/a.png', 'https://img.kerf.example/a.png'],
  ['http://img.kerf.example/a.png', undefined],
  ['https://img.kerf.example.evil.example/a.png', undefined],
  ['https://user@img.kerf.example/a.png', undefined],
  ['https://img.kerf.example:444/a.png', undefined],
  ['//img.kerf.example/a.png', undefined],
  ['javascript:alert(1)', undefined],
  ['data:image/png;base64,AAAA', undefined],
  ['blob:https://img.kerf.example/1', undefined],
  [undefined, undefined],
  ['', undefined],
])('accepts the home image %j as %j', (img, accepted) => {
  expect(acceptHomeImage(img, ['https://img.kerf.example'])).toBe(accepted)
})

test('escapes characters that could end a CSS value', () => {
  const shown = acceptHomeImage('https://img.kerf.example/");}body{x:url("<>', ['https://img.kerf.example'])
  expect(shown).not.toMatch(/["<>]/)
})
