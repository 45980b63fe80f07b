import { expect, test } from 'vitest'
import { cookieValues, NO_COOKIE_OPTIONS } from '../../web/request/cookies.ts'
import { clearedTokenCookies, signInCookies, tokenCookie } from './session-cookies.ts'

const KERF = { host: 'passport.kerf.example', https: true, domain: 'kerf.example' }

test.each([
  [undefined, []],
  ['', []],
  ['utoken=a', ['a']],
  ['utoken=a; utoken=b', ['a', 'b']],
  [' utoken=a ;utoken=a', ['a', 'a']],
  ['xutoken=a; utokenx=b; UTOKEN=c', []],
  ['utoken', []],
  ['utoken=', ['']],
  ['a=utoken=b', []],
  ['IntlLang=zh; utoken=a=b', ['a=b']],
])('the Cookie header %j gives %j', (header, values) => {
  expect(cookieValues(header, 'utoken')).toEqual(values)
})

test.each([
  ['passport.kerf.example', undefined, '; Domain=passport.kerf.example'],
  ['passport.kerf.example', 'kerf.example', '; Domain=kerf.example'],
  ['localhost', undefined, ''],
  ['192.0.2.1', undefined, ''],
])('for host %s and COOKIE_DOMAIN %s the attribute is %j', (host, domain, attribute) => {
  expect(tokenCookie({ host, https: true, domain }, NO_COOKIE_OPTIONS, 't', false)).toBe(
    `utoken=t; Path=/${attribute}; SameSite=None; Secure`,
  )
})

test('a browser session has no lifetime, a remembered one a year', () => {
  const settings = { host: 'localhost', https: false, domain: undefined }
  expect(tokenCookie(settings, NO_COOKIE_OPTIONS, 't', false)).not.toContain('Max-Age')
  expect(tokenCookie(settings, NO_COOKIE_OPTIONS, 't', true)).toContain('; Max-Age=31536000;')
})

test('None is never set without Secure', () => {
  for (const https of [true, false])
    for (const host of ['localhost', 'passport.shop.example'])
      for (const insecure of [true, false])
        for (const sameSite of [undefined, 'lax', 'strict'] as const) {
          const line = tokenCookie(
            { host, https, domain: undefined },
            { sameSite, insecure, partitioned: true },
            't',
            false,
          )
          if (line.includes('SameSite=None')) expect(line).toContain('Secure')
          if (https) expect(line).toContain('Secure')
        }
})

test('clearing reaches the parent domain and the host itself', () => {
  const lines = clearedTokenCookies(KERF, NO_COOKIE_OPTIONS)
  expect(lines.map(line => line.includes('Domain='))).toEqual([false, true])
  for (const line of lines) expect(line).toContain('Max-Age=0')
})

test('partitioned is what a frame asks for, wherever the cookie is sent inside one', () => {
  const options = { ...NO_COOKIE_OPTIONS, partitioned: true }
  const plain = 'utoken=t; Path=/; Domain=kerf.example; SameSite=None; Secure'
  expect(tokenCookie(KERF, options, 't', false)).toBe(`${plain}; Partitioned`)
  expect(tokenCookie(KERF, { ...options, sameSite: 'lax' }, 't', false)).not.toContain('Partitioned')
  const http = { host: 'passport.shop.example', https: false, domain: undefined }
  expect(tokenCookie(http, options, 't', false)).not.toContain('Partitioned')
  const signedIn = { utoken: 't', uid: 'u', remember: true, companion: 'c', newBrowser: 'd' }
  for (const line of signInCookies(KERF, options, signedIn)) expect(line).toMatch(/; Secure; Partitioned$/)
  // Both kinds may be there.
  const cleared = clearedTokenCookies(KERF, options)
  expect(cleared.map(line => line.includes('Partitioned'))).toEqual([false, false, true, true])
})
