import { describe, expect, test } from 'vitest'
import { parseBackchannelAddress, parsePageAddress, parseReturnAddresses, sectorOf } from './app-addresses.ts'

const WEB = { type: 'web', production: true } as const
const DEVELOPMENT = { type: 'web', production: false } as const
const NATIVE = { type: 'native', production: true } as const

describe('web and browser apps', () => {
  test.each([
    'https://app.example.com/callback',
    'https://app.example.com:8443/callback?from=portal',
    'https://app.example.com',
  ])('accepts %s', address => {
    expect(parseReturnAddresses([address, ` ${address} `], WEB)).toEqual([address])
    expect(parseReturnAddresses([address], { ...WEB, type: 'browser' })).toEqual([address])
  })

  test.each([
    ['http://app.example.com/callback', 'must be https'],
    ['https://*.example.com/callback', '“*”'],
    ['https://app.example.com/callback#top', 'fragment'],
    ['https://app.example.com/callback#', 'fragment'],
    ['https://ada:secret@app.example.com/', 'user name'],
    ['https://app.example.com/a/../callback', 'as browsers send it: https://app.example.com/callback'],
    ['https://APP.example.com/callback', 'as browsers send it'],
    ['https://app.example.com:443/callback', 'as browsers send it'],
    ['https:app.example.com', 'as browsers send it'],
    ['https://app.example.com\\@evil.example/', 'as browsers send it'],
    ['https://app.example.com/?code=1', 'parameter code'],
    ['https://app.example.com/?iss=x', 'parameter iss'],
    ['https://[2001:db8::1]/callback', 'is not an address'],
    ['https://intranet/callback', 'is not an address'],
    ['com.example.app:/callback', 'is not an address'],
    ['javascript:alert(1)', 'is not an address'],
    ['data:text/html,x', 'is not an address'],
    ['/callback', 'is not an address'],
    ['', 'is not an address'],
    ['http://localhost:3000/callback', 'development only'],
    [`https://app.example.com/${'a'.repeat(500)}`, 'longer than'],
  ])('refuses %s', (address, why) => {
    expect(() => parseReturnAddresses([address], WEB)).toThrow(why)
  })

  test('allows http on this machine in development', () => {
    const local = [
      'http://localhost:3000/callback',
      'http://shop.localhost:3000/',
      'http://127.0.0.1:3000/cb',
    ]
    expect(parseReturnAddresses(local, DEVELOPMENT)).toEqual(local)
    expect(() => parseReturnAddresses(['http://10.0.0.7/cb'], DEVELOPMENT)).toThrow('must be https')
  })

  test('takes at most 20 of a kind', () => {
    const many = Array.from({ length: 21 }, (_, index) => `https://app.example.com/${index}`)
    expect(() => parseReturnAddresses(many, WEB)).toThrow('at most 20')
  })
})

describe('native apps (RFC 8252)', () => {
  test.each([
    'http://127.0.0.1/callback',
    'http://[::1]/callback',
    'com.example.app:/callback',
    'com.example.my-app:/oauth/done',
    'https://app.example.com/claimed',
  ])('accepts %s', address => {
    expect(parseReturnAddresses([address], NATIVE)).toEqual([address])
  })

  test.each([
    ['http://127.0.0.1:7000/callback', 'without its port'],
    ['https://127.0.0.1/callback', 'is http'],
    ['http://localhost/callback', 'write 127.0.0.1'],
    ['http://app.example.com/callback', 'must be https'],
    ['myapp:/callback', 'reversed domain name'],
    ['javascript:alert(1)', 'reversed domain name'],
    ['com.example.app://callback', 'one “/”'],
    ['com.example.app:callback', 'one “/”'],
  ])('refuses %s', (address, why) => {
    expect(() => parseReturnAddresses([address], NATIVE)).toThrow(why)
  })
})

test('a device has no address that a browser returns to', () => {
  expect(parseReturnAddresses([], { type: 'device', production: true })).toEqual([])
  expect(() =>
    parseReturnAddresses(['https://a.example.com/'], { type: 'device', production: true }),
  ).toThrow('An app of type device has no redirect')
})

test('only the server of a web app receives logout tokens', () => {
  expect(parseBackchannelAddress('https://a.example.com/logout', WEB)).toBe('https://a.example.com/logout')
  expect(() => parseBackchannelAddress('https://a.example.com/logout', NATIVE)).toThrow(
    'Only an app of type web',
  )
  expect(() => parseBackchannelAddress('http://a.example.com/logout', WEB)).toThrow('must be https')
})

test('a page about an app is https', () => {
  expect(parsePageAddress('https://a.example.com/privacy', true)).toBe('https://a.example.com/privacy')
  expect(() => parsePageAddress('javascript:alert(1)', true)).toThrow('is not an address')
})

test('the sector is the host of the first https address, else the app', () => {
  expect(sectorOf(['com.example.app:/cb', 'https://a.example.com/cb'], 'app_1')).toBe('a.example.com')
  expect(sectorOf(['http://127.0.0.1/cb'], 'app_1')).toBe('app_1')
  expect(sectorOf([], 'app_1')).toBe('app_1')
})
