import { expect, test } from 'vitest'
import { requestedPicture, THEME_VARIABLES, themeTokens } from './theme-options.ts'

test('a color sets the accent and a readable text color on it', () => {
  expect(Object.fromEntries(themeTokens({ color: '#0B7446' }))).toEqual({
    '--accent': '#0B7446',
    '--accent-hover': '#0B7446',
    '--focus': '#0B7446',
    '--on-accent': '#ffffff',
  })
  expect(Object.fromEntries(themeTokens({ color: '#ff0' }))['--on-accent']).toBe('#000000')
})

test('only documented variables set tokens', () => {
  const given = {
    '--kerf-surface': '#fff',
    '--kerf-radius': '8px',
    '--kerf-ink': 'rgb(1, 2, 3)',
    '--accent': '#000',
  }
  expect(Object.fromEntries(themeTokens({ var: given }))).toEqual({
    '--surface': '#fff',
    '--radius-m': '8px',
    '--ink': 'rgb(1, 2, 3)',
  })
})

const HOSTILE = [
  '',
  'red',
  'url(https://evil.example)',
  '#fff;background:url(https://evil.example)',
  '#fff}body{display:none}',
  '#ggg',
  '#12345',
  ' #fff',
  '#fff\n',
  'expression(alert(1))',
  'var(--x)',
  'calc(1px + 1px)',
  'env(x)',
  'image-set("x")',
  '1px;position:fixed',
  '-1px',
  '100px',
  '1e9px',
  '50vw',
  '100%',
  'rgb(256, 0, 0)',
  'rgb(1,2,3);x:y',
  'rgba(1,2,3,url(x))',
  '</style><script>alert(1)</script>',
  '\\75rl(x)',
  7,
  null,
  undefined,
  {},
  [],
  ['#fff'],
  { toString: () => '#fff' },
]
test.each(HOSTILE.map(value => [value]))('%j is rejected for every option', value => {
  expect(themeTokens({ color: value })).toEqual([])
  for (const name of Object.keys(THEME_VARIABLES)) expect(themeTokens({ var: { [name]: value } })).toEqual([])
  expect(themeTokens({ var: value })).toEqual([])
  expect(themeTokens(value as never)).toEqual([])
  expect(requestedPicture({ emptyDataImg: value })).toBeUndefined()
})

test('ignores inherited properties', () => {
  expect(themeTokens({ var: Object.create({ '--kerf-ink': '#fff' }) })).toEqual([])
  expect(themeTokens({ var: JSON.parse('{"__proto__": {"--kerf-ink": "#fff"}}') })).toEqual([])
})
