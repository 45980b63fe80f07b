import { describe, expect, test } from 'vitest'
import { acceptHomeImage, isEmbedded, parsePortalUrl, retainedQuery } from './portal-url.ts'

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
