import { login } from '@kerf/contract/endpoints/sign-in'
import { loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { afterEach, expect, test } from 'vitest'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'
import { createBrowser, LANDING, readResult, signInAtProvider } from './browser.ts'
import { CLIENT_ID, newPerson, startMockProvider, useMockProvider } from './mock-provider.ts'

/** Longer than the timeout of a request to a provider. */
const TEST_TIMEOUT = { timeout: 30_000 }

const mock = await useMockProvider()
const late = await useMockProvider('LATE')
const gone = { OAUTH_GONE_CLIENT_ID: 'x', OAUTH_GONE_SECRET: 'y', OAUTH_GONE_ISSUER: 'http://127.0.0.1:9' }
const server = await useTestServer({ env: { ...mock.env, ...late.env, ...gone } })
afterEach(() => {
  mock.mode = 'ok'
  late.discovery = 'ok'
})

const passwordWorks = async (): Promise<void> => {
  const { email } = await seedPerson(server)
  expect((await server.call(login, { email, password: PASSWORD })).code).toBe(0)
}
const native = async (): Promise<number> => {
  const input = { op: 'login', cid: CLIENT_ID, accessToken: mock.accessToken(newPerson()) } as const
  return (await server.call(loginWithAccessToken, input, { params: { channel: 'mock' } })).code
}

test('reports an unreachable provider at once; password sign-in keeps working', async () => {
  const said = await signInAtProvider(server, 'gone')
  expect(said).toMatchObject({ code: 20902, utoken: '' })
  expect(said.error).not.toBe('')
  await passwordWorks()
})

test('recovers after discovery failed or named another issuer', async () => {
  late.discovery = '500'
  expect((await signInAtProvider(server, 'late')).code).toBe(20902)
  late.discovery = 'wrong issuer'
  expect((await signInAtProvider(server, 'late')).code).toBe(20401)
  late.discovery = 'ok'
  late.person = newPerson()
  expect((await signInAtProvider(server, 'late')).code).toBe(0)
})

test('reports a failed token exchange', async () => {
  mock.mode = '500'
  expect((await signInAtProvider(server, 'mock')).code).toBe(20902)
  expect(await native()).toBe(20902)
  mock.mode = 'ok'
  mock.person = newPerson()
  expect((await signInAtProvider(server, 'mock')).code).toBe(0)
  expect(await native()).toBe(0)
})

test('times out a hanging token exchange without blocking other sign-ins', TEST_TIMEOUT, async () => {
  mock.mode = 'hang'
  mock.person = newPerson()
  const browser = createBrowser(server)
  const callback = await browser.follow('/oauth/mock/auth?op=login', /callback\?/)
  const landing = browser.follow(callback, LANDING)
  const handed = native()
  await passwordWorks()
  expect((await readResult(server, await landing)).data.code).toBe(20902)
  expect(await handed).toBe(20902)
  // The state was consumed, so the visitor starts again.
  mock.mode = 'ok'
  expect((await readResult(server, await browser.follow(callback, LANDING))).data.code).toBe(20206)
  expect((await signInAtProvider(server, 'mock')).code).toBe(0)
})

test('times out a hanging discovery', TEST_TIMEOUT, async () => {
  const fresh = await startMockProvider('FRESH')
  fresh.discovery = 'hang'
  const other = await startTestServer({ env: fresh.env })
  try {
    expect((await signInAtProvider(other, 'fresh')).code).toBe(20902)
    fresh.discovery = 'ok'
    fresh.person = newPerson()
    expect((await signInAtProvider(other, 'fresh')).code).toBe(0)
  } finally {
    await other.close()
    await fresh.stop()
  }
})
