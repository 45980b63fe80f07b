import { expect, test } from 'vitest'
import { readCookie } from './cookie.ts'
import { cookieDomains } from './cookie-domains.ts'

test.each([
  ['utoken=abc', 'abc'],
  ['a=1; utoken=abc; b=2', 'abc'],
  ['xutoken=abc', undefined],
  ['utoken=', undefined],
  ['', undefined],
  ['utoken=abc; utoken=def', undefined],
])('reads from `%s`: %s', (all, value) => {
  expect(readCookie(all, 'utoken')).toBe(value)
})

test.each([
  ['localhost', []],
  ['127.0.0.1', []],
  ['passport.kerf.example', ['passport.kerf.example', 'kerf.example']],
])('lists the cookie domains of %s: %j', (host, domains) => {
  expect(cookieDomains(host)).toEqual(domains)
})
