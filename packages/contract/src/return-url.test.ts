import { describe, expect, test } from 'vitest'
import { GOOD_ORIGIN, HOSTILE_ADDRESSES } from './hostile-addresses-fixture.ts'
import { acceptReturnUrl } from './return-url.ts'

const GOOD = GOOD_ORIGIN
const PORTAL = 'https://passport.kerf.example'
const rule = {
  origins: [GOOD, 'https://shop.example:8443', 'http://plain.example', PORTAL],
  portalOrigins: [PORTAL],
}

test.each([
  [`${GOOD}/`, `${GOOD}/`],
  [GOOD, `${GOOD}/`],
  [`${GOOD}/a/b?c=d#e`, `${GOOD}/a/b?c=d#e`],
  ['HTTPS://APP.KERF.EXAMPLE/Path', `${GOOD}/Path`],
  [`${GOOD}:443/x`, `${GOOD}/x`],
  ['https://shop.example:8443/x', 'https://shop.example:8443/x'],
  ['http://plain.example/x', 'http://plain.example/x'],
  [`${GOOD}/a/../b`, `${GOOD}/b`],
  [`${GOOD}/?next=https://evil.example`, `${GOOD}/?next=https://evil.example`],
  [`${GOOD}/%0d%0aSet-Cookie:x`, `${GOOD}/%0d%0aSet-Cookie:x`],
  [`${GOOD}/切割`, `${GOOD}/%E5%88%87%E5%89%B2`],
])('accepts %s', (raw, accepted) => {
  expect(acceptReturnUrl(raw, rule)).toBe(accepted)
})

describe('an address of the portal', () => {
  test.each([
    '/',
    '/en',
    '/en/',
    '/zh/profile/security',
    '/en/profile/exchange?p=creative#history',
    '/en/certificate/KC-2026-ABCD',
    '/en/login?r=https%3A%2F%2Fapp.kerf.example%2F',
    '/announcement?l=zh',
    '/learnMore',
    '/selftest',
    '/en/oauth',
  ])('is accepted if it is a page: %s', path => {
    expect(acceptReturnUrl(PORTAL + path, rule)).toBe(PORTAL + path)
  })

  test.each([
    '/oauth/google/auth?op=bind&ut=kt-secret',
    '/oauth/google/auth?op=bind',
    '/oauth',
    '/v1/oauth/google/auth?op=bind',
    '/v1/cookie/add-cookies?target=x',
    '/v1/user/logout',
    '/oidc/authorize',
    '/dev/mail',
    '/OAuth/google/auth',
    '/%6fauth/google/auth',
    '/%6Fauth/google/auth',
    '/%256fauth/google/auth',
    '/oauth%2fgoogle%2fauth',
    '/oauth%252fgoogle/auth',
    '//oauth/google/auth',
    '///oauth/google/auth',
    '/./oauth/google/auth',
    '/en/../oauth/google/auth',
    '/en/%2e%2e/oauth/google/auth',
    '/en/..%2foauth/google/auth',
    '/en/..%5coauth/google/auth',
    '/en/%252e%252e/oauth/google/auth',
    '/en//oauth/google/auth',
    '/en/;/../../oauth/google/auth',
    '/en;/oauth/google/auth',
    '/EN/profile',
    '/learnMore/oauth/google/auth',
    '/learnMore/../oauth/google/auth',
    '/en/oauth%00',
    '/ｏauth/google/auth',
    '/oauth\u0307/google/auth',
  ])('is rejected if it is no page: %s', path => {
    expect(acceptReturnUrl(PORTAL + path, rule)).toBeUndefined()
    expect(acceptReturnUrl(PORTAL.toUpperCase() + path, rule)).toBeUndefined()
    expect(acceptReturnUrl(`${PORTAL}:443${path}`, rule)).toBeUndefined()
  })

  test('is not confused with the same path of an app', () => {
    expect(acceptReturnUrl(`${GOOD}/oauth/callback`, rule)).toBe(`${GOOD}/oauth/callback`)
  })
})

test.each([
  ['?ut=secret', ''],
  ['?a=1&ut=secret&b=2', '?a=1&b=2'],
  ['?ticket=secret&utoken=secret', ''],
  ['?ut=1&ut=2', ''],
  ['?%75t=secret', ''],
])('removes the secrets of %s', (query, left) => {
  expect(acceptReturnUrl(`${GOOD}/x${query}`, rule)).toBe(`${GOOD}/x${left}`)
})

test.each(['?flag', '?a=b%20c&d', '?sig=a%2Fb%2Bc==&x=~*', '?q=1+2', '?a=%E0%A4'])(
  'keeps the query %s unchanged, because it may be signed',
  query => {
    expect(acceptReturnUrl(`${GOOD}/x${query}`, rule)).toBe(`${GOOD}/x${query}`)
  },
)

const HOSTILE: unknown[] = [
  undefined,
  null,
  '',
  'https:/',
  'https:',
  '/',
  '/login',
  'app.kerf.example',
  'app.kerf.example/x',
  7,
  1234567,
  {},
  [],
  [GOOD],
  [`${GOOD}/`, 'https://evil.example'],
  { toString: () => GOOD },
  new URL(GOOD),
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://app.kerf.example/%0aalert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'blob:https://app.kerf.example/1',
  'filesystem:https://app.kerf.example/x',
  'file:///etc/passwd',
  'ftp://app.kerf.example/',
  'ws://app.kerf.example/',
  'about:blank',
  'mailto:a@app.kerf.example',
  'intent://app.kerf.example/#Intent;scheme=https;end',
  'kerf://open',
  '//evil.example',
  '//app.kerf.example/',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:////evil.example',
  'https:\\\\app.kerf.example',
  'https:/\\app.kerf.example',
  'https:app.kerf.example',
  'https:/app.kerf.example',
  'https:///app.kerf.example',
  'https://evil.example',
  'https://evil.example/https://app.kerf.example/',
  'https://evil.example?https://app.kerf.example',
  'https://evil.example#https://app.kerf.example',
  'https://app.kerf.example.evil.example/',
  'https://app.kerf.example-evil.example/',
  'https://app.kerf.exampleevil/',
  'https://evilapp.kerf.example/',
  'https://sub.app.kerf.example/',
  'https://kerf.example/',
  'https://app.kerf.example./',
  'https://app.kerf.example..evil.example/',
  'https://app.kerf.example%2eevil.example/',
  'https://app.kerf.example%00.evil.example/',
  'https://app.kerf.example%0d%0a.evil.example/',
  'https://app.kerf.example@evil.example/',
  'https://app.kerf.example:443@evil.example/',
  'https://app.kerf.example%40evil.example/',
  'https://app.kerf.example\\@evil.example/',
  'https://evil.example\\@app.kerf.example/',
  'https://evil.example\\.app.kerf.example/',
  'https://user@app.kerf.example/',
  'https://user:pass@app.kerf.example/',
  'https://:pass@app.kerf.example/',
  'https://a@b@app.kerf.example/',
  'https://evil.example%5c@app.kerf.example/',
  'https://app.kerf.example:444/',
  'https://app.kerf.example:80/',
  'https://app.kerf.example:0/',
  'https://app.kerf.example:443443/',
  'https://app.kerf.example:x/',
  'https://app.kerf.example: 443/',
  'http://app.kerf.example/',
  'http://app.kerf.example:443/',
  'https://plain.example/',
  'https://shop.example/',
  'https://shop.example:08444/',
  ' https://app.kerf.example/',
  'https://app.kerf.example/ ',
  '\thttps://app.kerf.example/',
  'https://app.kerf.example/\n',
  'https://app.ke\trf.example/',
  'https://app.ke\nrf.example/',
  'ht\ntps://app.kerf.example/',
  'https:/\t/app.kerf.example/',
  'https://app.kerf.example/a b',
  'https://app.kerf.example/\u0000',
  'https://app.kerf.example/\u0007',
  'https://app.kerf.example/\u007f',
  '\u0000https://app.kerf.example/',
  '\ufeffhttps://app.kerf.example/',
  '\u200bhttps://app.kerf.example/',
  'https://app.kerf.example/\u202egnp.exe',
  'https://\u200bapp.kerf.example/',
  'https://app.kerf.example\u2028/',
  'https://app.kerf.example/\u00a0',
  'https://app.kerf.example\\evil',
  'https://app.kerf.example/\\evil.example',
  'https://аpp.kerf.example/',
  'https://xn--pp-7kc.kerf.example/',
  'https://app.kerf。evil.example/',
  'https://evil.example。app.kerf.example/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0/',
  'https://[app.kerf.example]/',
  'https://app.kerf.example]/',
  'https://<app.kerf.example>/',
  'https://app.kerf.example|evil.example/',
  'https://app.kerf.example^evil/',
  'https://*.kerf.example/',
  'https://app.kerf.example,https://evil.example',
  'https://',
  'https://?',
  'https://#',
  'https://%',
  'https://%zz',
  'null',
  'undefined',
  '[object Object]',
  'localhost',
  'http://localhost/',
  'http://localhost:3000/',
  'http://127.0.0.1:3000/',
  'http://a.localhost/',
  `${GOOD}/${'x'.repeat(4096)}`,
]

describe('hostile URLs', () => {
  test('are more than a hundred', () => {
    expect(HOSTILE.length).toBeGreaterThan(100)
  })
  test.each(HOSTILE.map(raw => [raw]))('rejects %j', raw => {
    expect(acceptReturnUrl(raw, rule)).toBeUndefined()
  })
  test('rejects every combination of their parts', () => {
    expect(HOSTILE_ADDRESSES.length).toBeGreaterThan(600)
    expect(HOSTILE_ADDRESSES.filter(raw => acceptReturnUrl(raw, rule) !== undefined)).toEqual([])
  })
  test('rejects long URLs without delay', () => {
    for (const raw of [
      'https://'.repeat(100_000),
      `https://${'a.'.repeat(500_000)}`,
      `${GOOD}/${'%'.repeat(1_000_000)}`,
    ])
      expect(acceptReturnUrl(raw, rule)).toBeUndefined()
  })
})

test('compares the host after mapping full-width letters', () => {
  expect(acceptReturnUrl('https://ａpp.kerf.example/x', rule)).toBe(`${GOOD}/x`)
})

// The parts are those that URL parsers treat differently.
test('accepts only the allowed origin among a hundred thousand random combinations', () => {
  const pieces = [
    'https:',
    'http:',
    '/',
    '//',
    '\\',
    '@',
    ':',
    '.',
    '#',
    '?',
    '%00',
    '%2f',
    '\t',
    ' ',
    'app.kerf.example',
    'evil.example',
    'javascript:',
    '443',
    '[',
    ']',
    '。',
    '\u00ad',
  ]
  let seed = 20_101
  const next = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed
  }
  for (let i = 0; i < 100_000; i++) {
    const raw = Array.from({ length: 2 + (next() % 6) }, () => pieces[next() % pieces.length]).join('')
    const accepted = acceptReturnUrl(raw, rule)
    if (accepted !== undefined && !accepted.startsWith(`${GOOD}/`))
      throw new Error(`${raw} is accepted as ${accepted}`)
  }
})
