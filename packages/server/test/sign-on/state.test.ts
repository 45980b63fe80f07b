import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { type Browser, createBrowser, LANDING, readResult } from './browser.ts'
import { newPerson, useMockProvider } from './mock-provider.ts'

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
describe('the state', () => {
  test('is accepted once; a replay does not reach the provider', async () => {
    const browser = createBrowser(server)
    const callback = await out(browser)
    expect(await back(browser, callback)).toBe(0)
    const exchanges = mock.exchanges.length
    expect(await back(browser, callback)).toBe(20206)
    expect(mock.exchanges.length).toBe(exchanges)
  })

  test('is accepted once among concurrent callbacks', async () => {
    const browser = createBrowser(server)
    const callback = await out(browser)
    const codes = await Promise.all(Array.from({ length: 12 }, () => back(browser, callback)))
    expect(codes.filter(code => code === 0)).toHaveLength(1)
    expect(codes.filter(code => code === 20206)).toHaveLength(11)
  })

  test('is bound to the browser that started', async () => {
    const callback = await out(createBrowser(server))
    const otherBrowser = createBrowser(server)
    expect(await back(otherBrowser, callback)).toBe(20206)
    await out(otherBrowser)
    expect(await back(otherBrowser, callback)).toBe(20206)
    expect(otherBrowser.cookies.has('utoken')).toBe(false)
  })

  test('is rejected with two cookies of the same name', async () => {
    const browser = createBrowser(server)
    const callback = await out(browser)
    const kept = browser.cookies.get('kerfSocial') ?? ''
    browser.cookies.set('kerfSocial', `${'A'.repeat(43)}; kerfSocial=${kept}`)
    expect(await back(browser, callback)).toBe(20206)
    browser.cookies.set('kerfSocial', kept)
    expect(await back(browser, callback)).toBe(0)
  })

  test.each([
    ['missing', (query: URLSearchParams) => query.delete('state')],
    ['empty', (query: URLSearchParams) => query.set('state', '')],
    ['repeated', (query: URLSearchParams) => query.append('state', query.get('state') ?? '')],
    ['joined by another one', (query: URLSearchParams) => query.append('state', 'x')],
    ['altered', (query: URLSearchParams) => query.set('state', `${query.get('state')}x`)],
    ['replaced', (query: URLSearchParams) => query.set('state', 'A'.repeat(43))],
  ])('is rejected if %s', async (_name, change) => {
    const browser = createBrowser(server)
    const callback = new URL(await out(browser))
    change(callback.searchParams)
    expect(await back(browser, callback.href)).toBe(20206)
  })

  test('is bound to its channel', async () => {
    const browser = createBrowser(server)
    const callback = await out(browser)
    expect(await back(browser, callback.replace('/oauth/mock/', '/oauth/named/'))).toBe(20206)
    expect(await back(browser, callback.replace('/oauth/mock/', '/oauth/nowhere/'))).toBe(20206)
    expect(await back(browser, callback)).toBe(0)
  })

  test("expires after ten minutes by the database's clock", async () => {
    const browser = createBrowser(server)
    const callback = await out(browser)
    const [row] = await server.sql<{ left: number }>(
      'select max(extract(epoch from expires_at - now()))::float8 as left from oauth_request',
    )
    expect(row?.left).toBeGreaterThan(560)
    expect(row?.left).toBeLessThanOrEqual(600)
    await server.sql(`update oauth_request set expires_at = expires_at - interval '600 seconds'`)
    expect(await back(browser, callback)).toBe(20206)
  })

  test('is not consumed by HEAD or an unknown method', async () => {
    const browser = createBrowser(server)
    const callback = await out(browser)
    expect((await browser.visit(callback, { method: 'HEAD' })).status).toBe(405)
    expect(await back(browser, callback)).toBe(0)
  })
})

test('stores pending sign-ins encrypted', async () => {
  const browser = createBrowser(server)
  const callback = new URL(await out(browser))
  const rows = await server.sql<{ text: string }>(
    `select string_agg(encode(state_hash, 'escape') || encode(sealed, 'escape') || encode(browser_hash, 'escape'), '') as text from oauth_request`,
  )
  const kept = rows[0]?.text ?? ''
  for (const secret of [callback.searchParams.get('state') ?? '', browser.cookies.get('kerfSocial') ?? ''])
    expect([secret.length, kept.includes(secret)]).toEqual([43, false])
})

test('creates a new state, nonce and challenge for every request', async () => {
  const addresses = await Promise.all(
    Array.from({ length: 20 }, () =>
      createBrowser(server).follow('/oauth/mock/auth?op=login', /\/authorize/),
    ),
  )
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(new Set(addresses.map(address => new URL(address).searchParams.get(name))).size).toBe(20)
})
