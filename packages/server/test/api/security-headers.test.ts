import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { setAvatar } from '../account-center/fixtures.ts'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { useSamplePortal } from '../support/sample-portal.ts'
import { useTestServer } from '../support/test-server.ts'

const portal = useSamplePortal()
const server = await useTestServer({
  env: { PORTAL_FOLDER: portal, PUBLIC_URL: 'https://passport.localhost', METRICS_TOKEN: 'm' },
})
const { email } = await seedPerson(server)
const token = (await server.call(login, { email, password: PASSWORD })).data.utoken
const avatar = new URL(await setAvatar(server, token)).pathname

const HEADERS = [
  'cache-control',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'reporting-endpoints',
  'strict-transport-security',
  'vary',
  'x-content-type-options',
]

const json = { 'content-type': 'application/json' }
const CLASSES: readonly (readonly [string, string, string, (() => RequestInit)?])[] = [
  ['a page', 'GET', '/en/login'],
  ['a page whose address may hold a secret', 'GET', '/en/login?ut=abc'],
  ['an embedded page', 'GET', '/en/login?md=win'],
  ['the scanner', 'GET', '/en/machines/scan'],
  ['an unchanged page', 'GET', '/en/register', () => ({ headers: { 'if-none-match': '*' } })],
  ['a redirect to a page', 'GET', '/unknown'],
  ['a form sent too early', 'POST', '/en/login', () => ({ body: new URLSearchParams({ a: 'b' }) })],
  ['a script', 'GET', '/assets/a-1234.js'],
  ['a brand file', 'GET', '/brands/portal/logo.svg'],
  ['the favicon', 'GET', '/favicon.ico'],
  ['an avatar', 'GET', 'AVATAR'],
  ['a missing file', 'GET', '/assets/none.js'],
  ['a call', 'GET', '/v1/user/basic', () => ({ headers: { utoken: token } })],
  ['a call without a session', 'GET', '/v1/user/basic'],
  ['a call with bad input', 'POST', '/v1/login', () => ({ headers: json, body: '{' })],
  ['a call of another type', 'POST', '/v1/login', () => ({ body: 'text' })],
  [
    'a call from a foreign origin',
    'POST',
    '/v1/login',
    () => ({ headers: { ...json, origin: 'https://evil.example' }, body: '{}' }),
  ],
  ['a preflight', 'OPTIONS', '/v1/login', () => ({ headers: { origin: 'https://passport.localhost' } })],
  ['an unknown call', 'GET', '/v1/unknown'],
  ['a path that cannot be decoded', 'GET', '/v1/%'],
  ['an address that is too long', 'GET', `/v1/x?${'q'.repeat(9_000)}`],
  ['set-cookies, refused', 'GET', '/v1/cookie/set-cookies?domain=evil.example'],
  ['add-cookies', 'GET', '/v1/cookie/add-cookies'],
  ['a social sign-in, refused', 'GET', '/oauth/none/auth'],
  ['a social callback, refused', 'GET', '/oauth/none/callback?code=1&state=2'],
  [
    'a report',
    'POST',
    '/v1/reports',
    () => ({ headers: { 'content-type': 'application/reports+json' }, body: '[]' }),
  ],
  ['an analytics event', 'POST', '/v1/track', () => ({ body: '[]' })],
  ['a message stream, refused', 'GET', '/message/v1/web/stream'],
  ['health', 'GET', '/healthz'],
  ['metrics', 'GET', '/metrics', () => ({ headers: { authorization: 'Bearer m' } })],
  ['metrics, refused', 'GET', '/metrics'],
]

test('are those of the reviewed list', async () => {
  const blocks: string[] = []
  for (const [name, method, path, init] of CLASSES) {
    const url = server.url + (path === 'AVATAR' ? avatar : path)
    const response = await fetch(url, { method, redirect: 'manual', ...init?.() })
    await response.arrayBuffer()
    const shown = HEADERS.flatMap(header => {
      const value = response.headers.get(header)
      return value === null ? [] : [`  ${header}: ${value.replace(/'sha256-[\w+/]{43}='/g, "'sha256-…'")}`]
    })
    expect([name, response.headers.get('x-content-type-options')]).toEqual([name, 'nosniff'])
    expect([name, response.headers.get('strict-transport-security')]).toEqual([
      name,
      'max-age=31536000; includeSubDomains',
    ])
    expect([name, response.headers.get('cache-control')]).not.toEqual([name, null])
    if (response.status >= 400)
      expect([name, response.headers.get('cache-control')]).toEqual([name, 'no-store'])
    if (/html/.test(response.headers.get('content-type') ?? ''))
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'(?: 'wasm-unsafe-eval')?;/,
      )
    blocks.push([`${name}: ${response.status}`, ...shown].join('\n'))
  }
  await expect(`${blocks.join('\n\n')}\n`).toMatchFileSnapshot('security-headers.txt')
})
