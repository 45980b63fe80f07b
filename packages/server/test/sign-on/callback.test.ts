import { DEFAULT_BRAND, loadBrands } from '@kerf/brands/registry'
import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import {
  type Browser,
  createBrowser,
  LANDING,
  reachCallback,
  readResult,
  signInAtProvider,
} from './browser.ts'
import { type Mode, newPerson, useMockProvider } from './mock-provider.ts'

const mock = await useMockProvider()
const named = await useMockProvider('NAMED', { rfc9207: true })
const server = await useTestServer({ env: { ...mock.env, ...named.env } })
beforeEach(() => {
  mock.mode = 'ok'
  mock.emailInToken = true
  mock.person = newPerson()
})

const out = (browser: Browser, channel = 'mock'): Promise<string> =>
  browser.follow(`/oauth/${channel}/auth?op=login`, /\/oauth\/[\w-]+\/callback\?/)
const codeAt = async (landing: string): Promise<number> => (await readResult(server, landing)).data.code
const back = async (browser: Browser, callback: string): Promise<number> =>
  codeAt(await browser.follow(callback, LANDING))
const accounts = async (): Promise<number> =>
  Number((await server.sql<{ n: string }>('select count(*) n from account'))[0]?.n)

test('signs in by ID token alone, and with userinfo', async () => {
  const first = await signInAtProvider(server, 'mock')
  expect(first).toMatchObject({ code: 0, created: true, channel: 'mock' })
  mock.emailInToken = false
  expect(await signInAtProvider(server, 'mock')).toMatchObject({ code: 0, created: false })
  mock.person = newPerson()
  expect(await signInAtProvider(server, 'mock')).toMatchObject({ code: 0, created: true })
  expect(mock.exchanges.at(-1)?.code_verifier).toMatch(/^[\w-]{43}$/)
})

test('the session shows the app that the address names, and its cookie follows the address', async () => {
  const browser = createBrowser(server)
  const query =
    'op=login&appCode=creative&appPlatform=pc&appVersion=v2.10-rc1&appOrigin=aiart&sameSite=strict&secure=0'
  const callback = await browser.follow(
    `/oauth/mock/auth?${query}&cid=${mock.env.OAUTH_MOCK_CLIENT_ID}`,
    /callback\?/,
  )
  const answer = await browser.visit(callback)
  const landing = new URL(answer.headers.get('location') ?? '', server.url).href
  expect(landing).toContain('o=aiart')
  const { data } = await readResult(server, landing)
  const [session] = await server.sql(
    'select s.application, s.platform, e.detail from session s join audit_event e on e.uid = s.uid and e.app = $1 and e.event = $2',
    'creative',
    'login.social.mock',
  )
  expect(data.code).toBe(0)
  expect(session).toMatchObject({
    application: 'creative 2.10',
    platform: 'pc',
    detail: { appVersion: '2.10', clientId: mock.env.OAUTH_MOCK_CLIENT_ID },
  })
  expect(answer.headers.getSetCookie().find(cookie => cookie.startsWith('utoken='))).toContain(
    'SameSite=Strict',
  )
})

describe('rejected provider answers', () => {
  test.each<Mode>([
    'wrong audience',
    'two audiences',
    'expired',
    'no exp',
    'no iat',
    'alg none',
    'symmetric',
    'foreign key',
    'wrong nonce',
    'wrong issuer',
    'no subject',
    'no id token',
    'not json',
  ])('rejects: %s', async mode => {
    const before = await accounts()
    mock.mode = mode
    const browser = createBrowser(server)
    const said = await signInAtProvider(server, 'mock', {}, browser)
    expect(said).toMatchObject({ code: 20401, utoken: '', created: false })
    expect(browser.cookies.has('utoken')).toBe(false)
    expect(await accounts()).toBe(before)
    mock.mode = 'ok'
    expect((await signInAtProvider(server, 'mock')).code).toBe(0)
  })

  test('rejects an answer with another issuer, or without one that was announced', async () => {
    named.person = newPerson()
    for (const issuer of ['https://evil.example', mock.issuer, undefined]) {
      named.answerIssuer = issuer
      expect((await signInAtProvider(server, 'named')).code).toBe(20401)
    }
    named.answerIssuer = named.issuer
    expect((await signInAtProvider(server, 'named')).code).toBe(0)
  })

  test('rejects the code of another request, whose verifier does not match', async () => {
    const [mine, theirs] = [createBrowser(server), createBrowser(server)]
    const [callback, other] = [new URL(await out(mine)), new URL(await out(theirs))]
    callback.searchParams.set('code', other.searchParams.get('code') ?? '')
    expect(await back(mine, callback.href)).toBe(20401)
  })

  test('rejects an error instead of a code, and a missing code', async () => {
    for (const change of ['error=access_denied', 'error=server_error&code=x', '']) {
      const browser = createBrowser(server)
      const state = new URL(await out(browser)).searchParams.get('state') ?? ''
      expect(await back(browser, `/oauth/mock/callback?state=${state}&${change}`)).toBe(20401)
    }
  })
})

test('accepts the callback as a form post, as Apple sends it', async () => {
  const browser = createBrowser(server)
  const callback = new URL(await out(browser))
  const response = await browser.visit('/oauth/mock/callback', {
    form: Object.fromEntries(callback.searchParams),
  })
  expect(response.status).toBe(303)
  expect(await codeAt(new URL(response.headers.get('location') ?? '', server.url).href)).toBe(0)
})

test('redirects with only the name of the result and without a referrer', async () => {
  const browser = createBrowser(server)
  const response = await browser.visit(await out(browser))
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toMatch(/^\/en\/authcb#[\w-]{43}$/)
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toBe('')
})

test('reports an unknown channel or client id on the result page', async () => {
  for (const address of [
    '/oauth/nowhere/auth?op=login',
    '/oauth/__proto__/auth?op=login',
    '/oauth/mock/auth?op=login&cid=somebody-else',
  ]) {
    const landing = await createBrowser(server).follow(address, LANDING)
    expect([address, await codeAt(landing)]).toEqual([address, 20401])
  }
  for (const cid of ['mock-client', 'mock-native'])
    expect((await signInAtProvider(server, 'mock', { cid })).code).toBe(0)
})

test('keeps a known brand on the result page and drops an unknown one', async () => {
  const codes = [...(await loadBrands()).keys()].filter(code => code !== DEFAULT_BRAND)
  const other = codes[0] ?? ''
  for (const [query, search] of [
    [`appOrigin=${other}`, `?o=${other}`],
    [`appCode=${other}`, `?o=${other}`],
    ['appOrigin=no-such-brand', ''],
    [`appOrigin=${DEFAULT_BRAND}`, ''],
    [`appOrigin=${other}&appOrigin=${other}`, ''],
  ] as const) {
    const landing = await createBrowser(server).follow(`/oauth/mock/auth?lang=zh&${query}`, LANDING)
    expect([query, new URL(landing).pathname, new URL(landing).search]).toEqual([query, '/zh/authcb', search])
  }
})

test('answers with and without /v1', async () => {
  for (const base of ['', '/v1']) {
    const browser = createBrowser(server)
    const address = await browser.follow(`${base}/oauth/mock/auth?op=login`, /callback\?/)
    expect(new URL(address).pathname).toBe('/oauth/mock/callback')
    expect(await back(browser, address)).toBe(0)
  }
  const browser = createBrowser(server)
  const callback = await reachCallback(browser, { name: 'Prefixed' })
  expect(await back(browser, callback.replace('/oauth/', '/v1/oauth/'))).toBe(0)
})

test('redirects with the error code above the rate limit and stores nothing', async () => {
  const browser = createBrowser(server)
  const visits = 60
  for (let i = 0; i < visits; i++) await browser.visit('/oauth/mock/auth?op=login')
  const before = await server.sql('select count(*) from oauth_flow')
  for (const address of ['/oauth/mock/auth?op=login', '/oauth/mock/callback?state=x'])
    expect((await browser.visit(address)).headers.get('location')).toBe('/en/authcb#20429')
  expect(await server.sql('select count(*) from oauth_flow')).toEqual(before)
  expect((await signInAtProvider(server, 'mock')).code).toBe(0)
})

test('redirects a banned IP address with the error code', async () => {
  const browser = createBrowser(server)
  const callback = await out(browser)
  await server.sql('insert into ip_ban (network) values ($1::inet)', browser.ip)
  await server.sql('notify ip_ban')
  const where = async () => (await browser.visit('/oauth/mock/auth?op=login')).headers.get('location')
  await expect.poll(where).toBe('/en/authcb#20105')
  expect((await browser.visit(callback)).headers.get('location')).toBe('/en/authcb#20105')
})
