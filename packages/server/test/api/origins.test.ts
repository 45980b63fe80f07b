import { loadBrands } from '@kerf/brands/registry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config/config.ts'
import { newIpAddress } from '../support/api-call.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const brands = await loadBrands()
const brandOrigin = [...brands.values()].flatMap(({ brand }) => brand.origins)[0] ?? ''
const host = new URL(brandOrigin).host
const portalOrigin = 'https://passport.kerf.example'

const FOREIGN = [
  'null',
  '',
  'https://evil.example',
  `${brandOrigin}.evil.example`,
  `https://evil-${host}`,
  `https://evil.example/${host}`,
  brandOrigin.replace('https:', 'http:'),
  `${brandOrigin}:8443`,
  `${brandOrigin}/`,
  brandOrigin.toUpperCase(),
  `${portalOrigin}.evil.example`,
  `${portalOrigin}:444`,
  'https://localhost.evil.example',
  'https://evil.example#localhost',
  'file://',
  'data:text/html,x',
  '*',
  `${portalOrigin}, https://evil.example`,
  `https://${host}@evil.example`,
]

const DEV_ORIGINS = 'http://app.localhost:5173,https://app.localhost'

const MODES = [
  {
    mode: 'development',
    env: { NODE_ENV: 'test', KERF_DEV_EXPOSE: '1', PUBLIC_URL: portalOrigin, DEV_ORIGINS },
  },
  {
    mode: 'production',
    env: {
      NODE_ENV: 'production',
      MAIL_FROM: 'Kerf Passport <no-reply@kerf.test>',
      PUBLIC_URL: portalOrigin,
      MAIL_URL: 'smtp://127.0.0.1:1',
      HUMAN_CHECK: 'slider',
    },
  },
]

describe.each(MODES)('in $mode', ({ mode, env }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env })
  })
  afterAll(() => server.close())

  const write = (headers: Record<string, string>) =>
    fetch(`${server.url}/v1/login`, {
      method: 'POST',
      // A network of its own: several failed logins of one need a human check.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newIpAddress(), ...headers },
      body: JSON.stringify({ email: 'a@example.com', password: 'whatever' }),
    })
  const preflight = (origin: string) =>
    fetch(`${server.url}/v1/login`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'utoken',
      },
    })
  const codeOf = async (response: Response) => ((await response.json()) as { code: number }).code

  test('serves the OpenAPI document of this server to pages of any origin', async () => {
    const url = `${server.url}/v1/openapi.json`
    const response = await fetch(url, { headers: { origin: 'https://tools.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(((await response.json()) as { servers: unknown[] }).servers[0]).toMatchObject({
      url: portalOrigin,
    })
    const etag = response.headers.get('etag') ?? ''
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test.each(['br', 'gzip', 'identity'])('sends the OpenAPI document as %s', async encoding => {
    const url = `${server.url}/v1/openapi.json`
    const response = await fetch(url, { headers: { 'accept-encoding': encoding } })
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    expect(await response.json()).toHaveProperty('openapi')
  })

  test.each([portalOrigin, brandOrigin])('allows %s to call and to read the answer', async origin => {
    const preflighted = await preflight(origin)
    expect(preflighted.status).toBe(204)
    expect(preflighted.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflighted.headers.get('access-control-allow-headers')).toMatch(/\butoken\b.*\blang\b/)
    expect(preflighted.headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH, DELETE')
    const answered = await write({ origin })
    expect(answered.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answered.headers.get('access-control-expose-headers')).toBe('retry-after, x-request-id')
    expect(answered.headers.get('vary')).toBe('Origin')
    expect(await codeOf(answered)).not.toBe(20102)
  })

  test.each(FOREIGN.filter(origin => origin !== ''))('rejects %s', async origin => {
    const preflighted = await preflight(origin)
    expect(preflighted.headers.get('access-control-allow-origin')).toBeNull()
    expect(preflighted.status).toBe(204)
    expect(preflighted.headers.get('access-control-allow-methods')).toBeNull()
    const answered = await write({ origin })
    expect(answered.headers.get('access-control-allow-origin')).toBeNull()
    expect(answered.headers.get('vary')).toBe('Origin')
    expect([answered.status, await codeOf(answered)]).toEqual([403, 20102])
    const read = await fetch(`${server.url}/v1/user/basic`, { headers: { origin } })
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('never allows credentials across origins', async () => {
    for (const origin of [portalOrigin, brandOrigin, 'null']) {
      const answers = [await preflight(origin), await write({ origin })]
      for (const answer of answers) expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  test.each([
    ['cross-site', 20102],
    ['same-site', 20102],
    ['unknown', 20102],
    ['same-origin', 20111],
    ['none', 20111],
    ['', 20102],
  ])('answers a write with Sec-Fetch-Site %j and without an Origin by %i', async (site, code) => {
    const answered = await codeOf(await write({ 'sec-fetch-site': site }))
    expect(answered).toBe(code)
  })

  test('accepts a write without Origin and Sec-Fetch-Site, as programs send it', async () => {
    expect(await codeOf(await write({}))).toBe(20111)
  })

  test.each(DEV_ORIGINS.split(','))(
    'allows %s, which is listed for development, there only',
    async origin => {
      const expected = mode === 'development' ? origin : null
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBe(expected)
    },
  )

  test.each([
    'http://localhost:5173',
    'http://app.localhost:5174',
    'http://app.localhost',
    'http://a.kerf.localhost:8080',
    'http://127.0.0.1:9000',
    'https://localhost',
    'http://localhost.evil.example',
    'http://localhost:80@evil.example',
  ])('rejects %s, which is not listed', async origin => {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    expect(await codeOf(await write({ origin }))).toBe(20102)
  })
})

test('production refuses DEV_ORIGINS', () => {
  expect(() => readConfig({ ...MODES[1]?.env, DEV_ORIGINS }, '/')).toThrow(
    /DEV_ORIGINS is allowed in development only/,
  )
})
