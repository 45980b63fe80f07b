import { expect, test } from 'vitest'
import { isSameSite, siteOf } from './same-site.ts'

test.each([
  ['passport.kerf.example', 'kerf.example'],
  ['kerf.example', 'kerf.example'],
  ['a.b.kerf.example', 'kerf.example'],
  ['passport.kerf.co.uk', 'kerf.co.uk'],
  ['kerf.com.cn', 'kerf.com.cn'],
  ['co.uk', 'co.uk'],
  ['a.kerf.localhost', 'kerf.localhost'],
  ['localhost', 'localhost'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '[::1]'],
])('%s is of the site %s', (host, site) => {
  expect(siteOf(host)).toBe(site)
})

test.each([
  ['passport.kerf.localhost', 'a.kerf.localhost', true],
  ['passport.kerf.localhost', 'b.other.localhost', false],
  ['passport.kerf.co.uk', 'shop.other.co.uk', false],
  ['localhost', '127.0.0.1', false],
  ['10.0.0.1', '11.0.0.1', false],
])('%s and %s: %s', (one, other, same) => {
  expect(isSameSite(one, other)).toBe(same)
})
