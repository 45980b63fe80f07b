import { loadBrands } from '@kerf/brands/registry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const brands = await loadBrands()
const listed = [...brands.values()].flatMap(({ brand }) => brand.origins)[0] ?? ''
const host = new URL(listed).host
const own = 'https://passport.kerf.example'

const FOREIGN = [
  'null',
  '',
  'https://evil.example',
  `${listed}.evil.example`,
  `https://evil-${host}`,
  `https://evil.example/${host}`,
  listed.replace('https:', 'http:'),
  `${listed}:8443`,
  `${listed}/`,
  listed.toUpperCase(),
  `${own}.evil.example`,
  `${own}:444`,
  'https://localhost.evil.example',
  'https://evil.example#localhost',
  'file://',
  'data:text/html,x',
  '*',
  `${own}, https://evil.example`,
  `https://${host}@evil.example`,
]

const MODES = [
  { mode: 'development', env: { NODE_ENV: 'test', KERF_DEV_EXPOSE: '1', PUBLIC_URL: own } },
  {
    mode: 'production',
    env: { NODE_ENV: 'production', PUBLIC_URL: own, MAIL_URL: 'smtp://127.0.0.1:1', HUMAN_CHECK: 'slider' },
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
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: 'a@example.com', password: 'whatever' }),
    })
  const ask = (origin: string) =>
    fetch(`${server.url}/v1/login`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'utoken',
      },
    })
  const codeOf = async (response: Response) => ((await response.json()) as { code: number }).code

  test.each([own, listed])('%s may call, and reads the answer', async origin => {
    const asked = await ask(origin)
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin)
    expect(asked.headers.get('access-control-allow-headers')).toMatch(/\butoken\b.*\blang\b/)
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH')
    const answered = await write({ origin })
    expect(answered.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answered.headers.get('access-control-expose-headers')).toBe('retry-after, x-request-id')
    expect(answered.headers.get('vary')).toBe('Origin')
    expect(await codeOf(answered)).not.toBe(20102)
  })

  test.each(FOREIGN.filter(origin => origin !== ''))('%s may not', async origin => {
    const asked = await ask(origin)
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
    expect(asked.status).toBe(404)
    const answered = await write({ origin })
    expect(answered.headers.get('access-control-allow-origin')).toBeNull()
    expect(answered.headers.get('vary')).toBe('Origin')
    expect([answered.status, await codeOf(answered)]).toEqual([403, 20102])
    const read = await fetch(`${server.url}/v1/user/basic`, { headers: { origin } })
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('cookies are never part of a call from elsewhere', async () => {
    for (const origin of [own, listed, 'null']) {
      const answers = [await ask(origin), await write({ origin })]
      for (const answer of answers) expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  test.each([
    ['cross-site', 20102],
    ['same-site', 20102],
    ['odd', 20102],
    ['same-origin', 20111],
    ['none', 20111],
    ['', 20102],
  ])('a write that the browser calls %j and without an origin answers %i', async (site, code) => {
    const limited = await codeOf(await write({ 'sec-fetch-site': site }))
    expect(limited).toBe(code)
  })

  test('a write from a program, which sends neither, is judged by its token alone', async () => {
    expect(await codeOf(await write({}))).toBe(20111)
  })

  test.each([
    'http://localhost:5173',
    'http://a.kerf.localhost:8080',
    'http://127.0.0.1:9000',
    'https://localhost',
  ])('%s may call in development only', async origin => {
    const expected = mode === 'development' ? origin : null
    expect((await ask(origin)).headers.get('access-control-allow-origin')).toBe(expected)
  })

  test.each([
    'http://localhost.evil.example',
    'http://evillocalhost',
    'http://127.0.0.1.evil.example',
    'http://localhost:99999999',
    'http://localhost:80@evil.example',
  ])('%s is not this machine', async origin => {
    expect((await ask(origin)).headers.get('access-control-allow-origin')).toBeNull()
  })
})
