import type { PageData } from '@kerf/contract/page-data'
import { expect, test } from 'vitest'
import { createPageContext } from '../../lib/page/page-context.ts'
import { offeredChannels, socialStartUrl } from './social-url.ts'

const dataOf = (oldClient: 'always' | 'handheld' | 'never') =>
  ({
    app: { code: 'creative', oldClient, training: true },
    brand: { code: 'aiart' },
    social: ['google', 'demo'],
    socialClients: { google: 'client-a' },
  }) as unknown as PageData
const pageOf = (search: string, oldClient: 'always' | 'handheld' | 'never' = 'always') =>
  createPageContext(dataOf(oldClient), search, 'web-pc')

test('the URL names the app, platform, version and purpose', () => {
  const address = socialStartUrl(
    { channel: 'google', op: 'login', uri: 'https://a.example/?b=1&c' },
    'zh',
    pageOf('?p=creative&o=aiart&s=pc&av=2.10'),
  )
  const [path, query] = address.split('?')
  expect(path).toBe('/oauth/google/auth')
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    op: 'login',
    lang: 'zh',
    appCode: 'creative',
    appPlatform: 'pc',
    appVersion: '2.10',
    appOrigin: 'aiart',
    cid: 'client-a',
    uri: 'https://a.example/?b=1&c',
  })
})

test('the URL carries the cookie options of the page', () => {
  const address = socialStartUrl(
    { channel: 'google', op: 'login' },
    'en',
    pageOf('?sameSite=Strict&secure=0'),
  )
  const query = new URLSearchParams(address.split('?')[1])
  expect([query.get('sameSite'), query.get('secure')]).toEqual(['strict', '0'])
})

test('the URL of a connection contains its ticket', () => {
  const address = socialStartUrl({ channel: 'demo', op: 'bind', ticket: 'tkt_a' }, 'en', pageOf(''))
  expect(new URLSearchParams(address.split('?')[1]).get('ut')).toBe('tkt_a')
  expect(address).not.toContain('appVersion')
})

test('a channel cannot change the path', () => {
  const address = socialStartUrl({ channel: '../../evil', op: 'login' }, 'en', pageOf(''))
  expect(address).toMatch(/^\/oauth\/\.\.%2F\.\.%2Fevil\/auth\?/)
})

test('offers channels in order, but none to old clients or where they are hidden', () => {
  expect(offeredChannels(pageOf('?s=pc&av=1.7'), 'en')).toEqual(['google', 'demo'])
  expect(offeredChannels(pageOf('?s=pc'), 'en')).toEqual(['google', 'demo'])
  expect(offeredChannels(pageOf('?s=pc&av=1.6.9'), 'en')).toEqual([])
  expect(offeredChannels(pageOf('?s=pc&av=1.6.9', 'handheld'), 'en')).toEqual(['google', 'demo'])
  expect(offeredChannels(pageOf('?s=mobile&av=1.6.9', 'handheld'), 'en')).toEqual([])
  expect(offeredChannels(pageOf('?sl=0'), 'en')).toEqual([])
})

test('WeChat comes first in Chinese', () => {
  const page = pageOf('')
  const many = { ...page, data: { ...page.data, social: ['google', 'wechat', 'apple'] } }
  expect(offeredChannels(many, 'zh')).toEqual(['wechat', 'google', 'apple'])
  expect(offeredChannels(many, 'en')).toEqual(['google', 'wechat', 'apple'])
})
