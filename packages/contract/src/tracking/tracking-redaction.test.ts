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
  ['https://p.example/en/profile/machines/m_Vv9Qm1c0RkS0c2b5t1o2Vw', 'https://p.example/en/profile/-'],
  ['https://p.example/en/profile-business/machines/m_Vv9Qm1c0RkS0c2b5t1o2Vw', 'https://p.example/en/-'],
  ['https://p.example/en/machines/join#Vv9Qm1c0RkS0c2b5t1o2Vw', 'https://p.example/en/machines/join'],
  ['https://p.example/ada%40example.com', 'https://p.example/-'],
  ['https://p.example/', 'https://p.example/'],
  ['/en/register?r=https://evil.example', '/en/register'],
  ['//evil.example/en/login', ''],
  ['javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['not an address', ''],
])('sanitizes %s to %s', (address, sanitized) => {
  expect(sanitizeUrl(address)).toBe(sanitized)
})

test.each([
  ['https://mail.example/inbox?q=ada', 'https://mail.example'],
  ['android-app://x', ''],
  ['', ''],
])('reduces the origin of %s to %s', (address, sanitized) => {
  expect(sanitizeOrigin(address)).toBe(sanitized)
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
])('redacts %s to %s', (text, redacted) => {
  expect(redactText(text)).toBe(redacted)
})

// A quadratic algorithm would time out.
test.each(['a', 'a%4', '1', 'a-', '%40', '@', 'a ', '/'])(
  'redacts a million characters of %j without delay',
  piece => {
    expect(redactText(piece.repeat(1_000_000 / piece.length)).length).toBeLessThanOrEqual(500)
  },
)

test.each([
  ['/en/findpwd', true],
  ['/zh/authcb', true],
  ['/en/not-me', true],
  ['/en/certificate/1', true],
  ['/en/machines/join', true],
  ['/en/profile/machines', false],
  ['/en/login', false],
  ['/en/profile/security', false],
])('%s is untracked: %s', (path, untracked) => {
  expect(isUntrackedPath(path)).toBe(untracked)
})

describe('events', () => {
  const methods = new Set(['password', 'google'])
  test.each(['login', '$pageview', 'passwordLogin', 'googleLogin'])('accepts the event %s', event => {
    expect(allowedProperties(event, methods)).toBeDefined()
  })
  test.each(['Login', 'githubLogin', 'toString', '__proto__', '$set', '', 'password Login'])(
    'rejects the event %s',
    event => {
      expect(allowedProperties(event, methods)).toBeUndefined()
    },
  )
  test('keep only known properties of the right type and length', () => {
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
