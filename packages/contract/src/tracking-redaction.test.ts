import { describe, expect, test } from 'vitest'
import { allowedProperties } from './tracking.ts'
import { parseProperties } from './tracking-properties.ts'
import { isUntrackedPath, redactText, sanitizeOrigin, sanitizeUrl } from './tracking-redaction.ts'

test.each([
  ['https://p.example/en/login', 'https://p.example/en/login'],
  [
    'https://p.example/en/login?p=creative&ut=AAAA&av=v2.10.3&md=win',
    'https://p.example/en/login?p=creative&av=v2.10.3&md=win',
  ],
  ['https://p.example/en/login?p=AAAABBBBCCCCDDDD&o=271828&av=123456', 'https://p.example/en/login'],
  ['https://p.example/en/login?p%3D=x&%70=creative&u%74=tok', 'https://p.example/en/login?p=creative'],
  ['https://ada:secret@p.example/zh/profile/security#token', 'https://p.example/zh/profile/security'],
  ['https://p.example/en/certificate/KERF-2026-1', 'https://p.example/en/certificate/-'],
  ['https://p.example/en/profile/ada@example.com', 'https://p.example/en/profile/-'],
  ['https://p.example/ada%40example.com', 'https://p.example/-'],
  ['https://p.example/', 'https://p.example/'],
  ['/en/register?r=https://evil.example', '/en/register'],
  ['//evil.example/en/login', ''],
  ['javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['not an address', ''],
])('%s is told as %s', (address, told) => {
  expect(sanitizeUrl(address)).toBe(told)
})

test.each([
  ['https://mail.example/inbox?q=ada', 'https://mail.example'],
  ['android-app://x', ''],
  ['', ''],
])('of %s only %s is told', (address, told) => {
  expect(sanitizeOrigin(address)).toBe(told)
})

test.each([
  ['ada@example.com', '-'],
  ['x ada%40example.com y', 'x - y'],
  ['KERFDEM020260001', '-'],
  ['KERF-DEM0-2026-0001', '-'],
  ['code 271828 here', 'code - here'],
  ['button#submit > span:nth-of-type(2)', 'button#submit > span:nth-of-type(2)'],
  ['certificateProcess', 'certificateProcess'],
  ['at @media and a@', 'at @media and a@'],
])('%s becomes %s', (text, told) => {
  expect(redactText(text)).toBe(told)
})

// What grew with the square of its length would not be through within minutes.
test.each(['a', 'a%4', '1', 'a-', '%40', '@', 'a ', '/'])(
  'a million letters of %j are cleaned at once',
  piece => {
    expect(redactText(piece.repeat(1_000_000 / piece.length)).length).toBeLessThanOrEqual(500)
  },
)

test.each([
  ['/en/findpwd', true],
  ['/zh/authcb', true],
  ['/en/not-me', true],
  ['/en/certificate/1', true],
  ['/en/login', false],
  ['/en/profile/security', false],
])('%s quiet: %s', (path, quiet) => {
  expect(isUntrackedPath(path)).toBe(quiet)
})

describe('what an event may say', () => {
  const methods = new Set(['password', 'google'])
  test.each(['login', '$pageview', 'passwordLogin', 'googleLogin'])('%s is known', event => {
    expect(allowedProperties(event, methods)).toBeDefined()
  })
  test.each(['Login', 'githubLogin', 'toString', '__proto__', '$set', '', 'password Login'])(
    '%s is not',
    event => {
      expect(allowedProperties(event, methods)).toBeUndefined()
    },
  )
  test('is typed, listed and short; the rest stays behind', () => {
    const kinds = allowedProperties('dialogOperation', methods) ?? {}
    const given = {
      name: 'certificateProcess',
      type: 'open',
      lang: 'xx',
      platform: 'p'.repeat(101),
      $screen_width: Number.POSITIVE_INFINITY,
      title: 'Ada',
      __proto__: { appCode: 'inherited' },
    }
    expect(parseProperties(kinds, given)).toEqual({ name: 'certificateProcess', type: 'open' })
  })
})
