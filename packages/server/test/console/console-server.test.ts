/** The console's process: who may ask, what a page may do, and that it has nothing that could be stolen (S-170, S-174). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConsoleConfig } from '../../src/console-process/console-config.ts'
import { buildConsoleServer } from '../../src/console-process/console-server.ts'
import { SECRET_SETTINGS } from '../../src/platform/config/secret-files.ts'

const ORIGIN = 'https://console.kerf.test'
const TOKEN = 'a'.repeat(43)
let folder: string
let http: FastifyInstance
/** what the server was asked, and what it answers */
let asked: { url: string; authorization: string | null; body: string }[]
let answer: () => Response
const json = (body: unknown, status = 200) => Response.json(body, { status })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Kerf Console</title>')
  writeFileSync(join(folder, 'assets/entry.js'), 'export {}')
  const ask = async (url: string | URL | Request, init: RequestInit = {}) => {
    asked.push({
      url: String(url),
      authorization: new Headers(init.headers).get('authorization'),
      body: String(init.body),
    })
    return answer()
  }
  http = buildConsoleServer({
    ...{ origin: ORIGIN, api: 'http://127.0.0.1:1', trustedProxies: [], logLevel: 'silent', folder },
    fetch: ask,
  })
})
beforeEach(() => {
  asked = []
  answer = () => json({ ok: true })
})
afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})

const OWN = {
  host: 'console.kerf.test',
  origin: ORIGIN,
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
}
let address = 0
/** Each request from an address of its own, unless the test counts them. */
const post = (
  url: string,
  headers: Record<string, string> = {},
  payload = '{}',
  remoteAddress = `10.0.${address >> 8}.${address++ & 255}`,
) => http.inject({ method: 'POST', url, headers: { ...OWN, ...headers }, payload, remoteAddress })

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['no origin', { origin: '' }],
  ['a sibling host', { origin: 'https://passport.kerf.test', 'sec-fetch-site': 'same-site' }],
  ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ['a page that a person typed', { 'sec-fetch-site': 'none' }],
  ['http', { origin: 'http://console.kerf.test' }],
])('refuses a call of %s', async (_, headers) => {
  const { statusCode } = await post('/api/call/user.ban', {
    cookie: `__Host-kerf_console=${TOKEN}`,
    ...headers,
  })
  expect(statusCode).toBe(403)
  expect(asked).toEqual([])
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'refuses a form of the type %s',
  async type => {
    const { statusCode } = await post('/api/session', { 'content-type': type })
    expect([403, 415]).toContain(statusCode)
    expect(asked).toEqual([])
  },
)

test.each(['evil.example', 'console.kerf.test.evil.example', 'passport.kerf.test', '127.0.0.1'])(
  'answers to its own name only, not to %s (DNS rebinding)',
  async host => {
    expect((await post('/api/session', { host })).statusCode).toBe(421)
    expect((await http.inject({ url: '/', headers: { host } })).statusCode).toBe(421)
    expect(asked).toEqual([])
  },
)

test.each(['/api/call/user%2fban', '/api/backup', '/api/', '/api/call/USER', '/api/call/'])(
  'forwards nothing but the calls: %s',
  async path => {
    const { statusCode } = await post(path)
    expect([400, 404]).toContain(statusCode)
    expect(asked.map(({ url }) => url)).not.toContain('http://127.0.0.1:1/backup')
  },
)

test('the token is a cookie of this host that no script reads, and never part of an answer', async () => {
  answer = () => json({ token: TOKEN, session: { name: 'lin' } })
  const { headers, body } = await post('/api/login')
  expect(headers['set-cookie']).toBe(
    `__Host-kerf_console=${TOKEN}; Path=/; HttpOnly; SameSite=Strict; Secure`,
  )
  expect(body).toBe('{"session":{"name":"lin"}}')
  answer = () => json({ error: 'expired_login' }, 401)
  const ended = await post('/api/session', { cookie: `__Host-kerf_console=${TOKEN}` })
  expect(ended.headers['set-cookie']).toContain('Max-Age=0')
  expect(asked.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`)
})

test('cookies that a sibling host tossed, and values that are no token, are not sent on', async () => {
  for (const cookie of [
    `__Host-kerf_console=${TOKEN}; __Host-kerf_console=${'b'.repeat(43)}`,
    '__Host-kerf_console=x\u0000',
    `kerf_console=${TOKEN}`,
    `utoken=${TOKEN}`,
  ]) {
    await post('/api/session', { cookie })
    expect(asked.at(-1)?.authorization, cookie).toBeNull()
  }
})

test('pages and files have a policy without inline code, other origins and frames', async () => {
  for (const url of ['/', '/people/x', '/assets/entry.js']) {
    const { headers, statusCode } = await http.inject({ url, headers: { host: 'console.kerf.test' } })
    expect(statusCode).toBe(200)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toContain('max-age')
  }
  expect(
    (await http.inject({ url: '/assets/..%2findex.html', headers: { host: 'console.kerf.test' } }))
      .statusCode,
  ).toBe(404)
})

test('calls before a login are limited for each network', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 32; index++)
    statuses.push((await post('/api/login/options', {}, '{}', '203.0.113.9')).statusCode)
  expect(statuses.filter(status => status === 429)).toHaveLength(2)
  expect((await post('/api/session', {}, '{}', '203.0.113.9')).statusCode).toBe(200)
})

test('a server that is away is said so, without details', async () => {
  answer = () => {
    throw new TypeError('connect ECONNREFUSED 10.1.2.3:8091')
  }
  const { statusCode, body } = await post('/api/session')
  expect(statusCode).toBe(503)
  expect(JSON.parse(body)).toMatchObject({ error: 'unavailable' })
  expect(body).not.toContain('10.1.2.3')
})

test('the way back from the provider says whether the login was refused or the server is away', async () => {
  const back = async (cookie = `__Host-kerf_console_flow=${TOKEN}`) => {
    const { headers } = await http.inject({
      ...{ url: '/openid/callback?code=c&state=s', headers: { host: OWN.host, cookie } },
      remoteAddress: `10.1.0.${address++ & 255}`,
    })
    return headers.location
  }
  answer = () => json({ token: TOKEN })
  expect(await back()).toBe('/')
  answer = () => json({ error: 'company_login' }, 400)
  expect(await back()).toBe('/?login=refused')
  expect(await back('')).toBe('/?login=refused')
  answer = () => json({ error: 'unavailable' }, 503)
  expect(await back()).toBe('/?login=unavailable')
  answer = () => {
    throw new TypeError('connect ECONNREFUSED')
  }
  expect(await back()).toBe('/?login=unavailable')
})

test.each(SECRET_SETTINGS)('does not start with %s', name => {
  const env = { NODE_ENV: 'production', CONSOLE_HOST: 'console.kerf.test' }
  expect(readConsoleConfig(env, '/').origin).toBe(ORIGIN)
  expect(() => readConsoleConfig({ ...env, [name]: 'x' }, '/')).toThrow(`${name} is set`)
  expect(() => readConsoleConfig({ ...env, [`${name}_FILE`]: '/run/x' }, '/')).toThrow(`${name}_FILE is set`)
})

test('does not start without a host of its own', () => {
  expect(() => readConsoleConfig({ NODE_ENV: 'production' }, '/')).toThrow('CONSOLE_HOST is not set')
  expect(() => readConsoleConfig({ NODE_ENV: 'production', CONSOLE_HOST: 'none' }, '/')).toThrow('no console')
})
