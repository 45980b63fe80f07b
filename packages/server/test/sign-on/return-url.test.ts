import { loadBrands } from '@kerf/brands/registry'
import { HOSTILE_ADDRESSES } from '@kerf/contract/hostile-addresses-fixture'
import { afterAll, expect, test } from 'vitest'
import { sampleOf } from '../support/corpora.ts'
import { startTestServer } from '../support/test-server.ts'
import { createBrowser, LANDING, readResult, signInAtDemo } from './browser.ts'
import { startMockProvider } from './mock-provider.ts'
import { registerApp } from './register-app.ts'

const server = await startTestServer({ env: { DEV_ORIGINS: 'http://localhost:3000' } })
const production = await startTestServer({
  env: {
    NODE_ENV: 'production',
    MAIL_FROM: 'Kerf Passport <no-reply@kerf.test>',
    HUMAN_CHECK: 'slider',
    PUBLIC_URL: 'https://passport.kerf.example',
    MAIL_URL: 'smtp://127.0.0.1:9',
  },
})
afterAll(() => Promise.all([server.close(), production.close()]))

/** Returns the accepted return URL. The channel is unknown, so that the server redirects to no provider. */
async function findReturnUrl(query: string, on = server): Promise<string> {
  const landing = await createBrowser(on).follow(`/oauth/nowhere/auth?op=login&${query}`, LANDING)
  const { data } = await readResult(on, landing)
  expect(data.code).toBe(20401)
  return data.uri
}
const ofAddress = (address: string, on = server): Promise<string> =>
  findReturnUrl(`uri=${encodeURIComponent(address)}`, on)

/** A lone surrogate cannot be sent in a URL. */
const sendable = HOSTILE_ADDRESSES.filter(address => address.isWellFormed())

test('drops hostile addresses without echo or server error', async () => {
  expect(sendable.length).toBeGreaterThan(600)
  // The rule itself is tested with all of them: `packages/contract/src/return-url.test.ts`.
  const waiting = [...sampleOf(sendable, 150)]
  const kept: [string, string][] = []
  const work = async (): Promise<void> => {
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      const uri = await ofAddress(address, production)
      if (uri !== '') kept.push([address, uri])
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  expect(kept).toEqual([])
})

test('drops raw bytes, repeated parameters and values that are not text', async () => {
  const good = 'http://localhost:3000/x'
  expect(await ofAddress(good)).toBe(good)
  for (const query of [
    `uri=${good}&uri=${good}`,
    `uri=${good}&uri=https://evil.example`,
    `uri[]=${good}`,
    `uri[a]=${good}`,
    `URI=${good}`,
    'uri=%ff%fe',
    'uri=%',
    'uri=%E0%A4%A',
    'uri',
    'uri=',
  ])
    expect([query, await findReturnUrl(query)]).toEqual([query, ''])
})

test('keeps addresses of brands, apps and the portal without secret parameters', async () => {
  const [brand] = [...(await loadBrands()).values()].flatMap(({ brand }) => brand.origins)
  await registerApp(server, 'https://shop.partner.example')
  for (const address of [
    `${brand}/a`,
    'https://shop.partner.example/oauth/callback',
    `http://localhost:${new URL(server.url).port}/en/profile`,
  ])
    expect(await ofAddress(`${address}?b=c&ut=secret&ticket=secret#d`)).toBe(`${address}?b=c#d`)
})

test('drops an address that names a call of the portal', async () => {
  const portal = `http://localhost:${new URL(server.url).port}`
  for (const path of [
    '/oauth/demo/auth?op=bind',
    '/v1/oauth/demo/auth?op=bind',
    '//oauth/demo/auth?op=bind',
    '/%6fauth/demo/auth?op=bind',
    '/en/../OAuth/demo/auth?op=bind',
    '/en/..%2foauth/demo/auth?op=bind',
    '/v1/cookie/add-cookies',
  ]) {
    expect([path, await ofAddress(portal + path)]).toEqual([path, ''])
    const walk = await fetch(
      `${server.url}/v1/cookie/add-cookies?target=${encodeURIComponent(portal + path)}`,
      { redirect: 'manual' },
    )
    expect([path, new URL(walk.headers.get('location') ?? '', portal).pathname]).toEqual([path, '/'])
  }
})

test('returns the accepted address with every result', async () => {
  const uri = 'http://localhost:3000/after?x=1'
  for (const [action, code] of [
    ['continue', 0],
    ['refuse', 20401],
  ] as const)
    expect(await signInAtDemo(server, { name: 'Back', action }, { uri })).toMatchObject({ code, uri })
})

test('offers no demo provider in production', async () => {
  for (const address of [
    '/dev/idp/.well-known/openid-configuration',
    '/dev/idp/auth',
    '/dev/idp/interaction/x',
  ])
    expect([address, (await createBrowser(production).visit(address)).status]).toEqual([address, 404])
  const landing = await createBrowser(production).follow('/oauth/demo/auth?op=login', LANDING)
  expect((await readResult(production, landing)).data.code).toBe(20401)
})

test('uses a __Host- cookie on https', async () => {
  const mock = await startMockProvider()
  const secure = await startTestServer({
    env: { ...mock.env, KERF_DEV_EXPOSE: '1', PUBLIC_URL: 'https://passport.kerf.example' },
  })
  try {
    const response = await createBrowser(secure).visit('/oauth/mock/auth?op=login')
    const [line] = response.headers.getSetCookie()
    expect(line).toMatch(
      /^__Host-kerfSocial=[\w-]{43}; Path=\/; HttpOnly; Max-Age=900; SameSite=None; Secure$/,
    )
    const back = new URL(
      new URL(response.headers.get('location') ?? '').searchParams.get('redirect_uri') ?? '',
    )
    expect(back.href).toBe('https://passport.kerf.example/oauth/mock/callback')
  } finally {
    await secure.close()
    await mock.stop()
  }
})
