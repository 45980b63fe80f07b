/** Apps that authenticate by keys and sign their requests, and apps that act for themselves (client credentials). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as client from 'openid-client'
import { afterAll, describe, expect, test } from 'vitest'
import { setAccess } from '../../src/operations/app/app-apis.ts'
import { parseKeySet, setAppKeys } from '../../src/operations/app/app-keys.ts'
import { createGuardedFetch } from '../../src/outbound/guarded/guarded-fetch.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  CALLBACK,
  issuerOf,
  openBrowser,
  registerClient,
  startLogin,
  type TestApp,
  visit,
} from './openid-fixture.ts'

const server = await useTestServer()
const JOBS = 'https://jobs.example/'

async function operate<T>(act: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
  const result = await act(db).finally(() => db.close())
  // The server knows the change when it knows an app that came after.
  await registerClient(server)
  return result
}
const giveAccess = (app: TestApp, scopes: readonly string[]) =>
  operate(db => setAccess(db, { clientId: app.clientId, apiId: api.clientId, scopes, operator: 'lin' }))
const giveKeys = (app: TestApp, keys: { keySet?: string; jwksUri?: string; signedRequests?: boolean }) =>
  operate(db =>
    setAppKeys(db, {
      ...{ clientId: app.clientId, signedRequests: false, production: false, operator: 'lin' },
      ...keys,
    }),
  )

const { privateKey, publicKey } = await generateKeyPair('ES256')
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
const keySet = JSON.stringify({ keys: [jwk] })
const stranger = (await generateKeyPair('ES256')).privateKey
const withKey = async ({ clientId }: TestApp, key = privateKey) =>
  client.discovery(
    new URL(issuerOf(server)),
    clientId,
    undefined,
    client.PrivateKeyJwt({ key, kid: 'one' }),
    {
      execute: [client.allowInsecureRequests],
    },
  )

const api = await registerClient(server, {
  ...{ name: 'Jobs', type: 'api', redirectUris: [] },
  api: { resource: JOBS, scopes: ['jobs:read|See jobs|查看', 'jobs:write|Start jobs|开始'] },
})

describe('client credentials', () => {
  const ask = (app: TestApp, scope: string, resource: string | undefined = JOBS) =>
    client.clientCredentialsGrant(app.config, { scope, ...(resource !== '' && { resource }) })

  test('give an app the scopes of an API that an operator gave to it, without a person', async () => {
    const farm = await registerClient(server)
    await giveAccess(farm, ['jobs:read'])
    const { access_token, expires_in } = await ask(farm, 'jobs:read jobs:write')
    expect(expires_in).toBe(600)
    const found = await client.tokenIntrospection(api.config, access_token)
    expect(found).toMatchObject({ active: true, aud: JOBS, client_id: farm.clientId, scope: 'jobs:read' })
    expect(found).not.toHaveProperty('sub')
    await expect(client.fetchUserInfo(farm.config, access_token, client.skipSubjectCheck)).rejects.toThrow()
    await giveAccess(farm, ['jobs:write'])
    expect(await client.tokenIntrospection(api.config, access_token)).not.toHaveProperty('scope')
    await client.tokenRevocation(farm.config, access_token)
    expect(await client.tokenIntrospection(api.config, access_token)).toEqual({ active: false })
  })

  test('are refused without an API, for another one, and to apps without access or secret', async () => {
    const farm = await registerClient(server)
    await expect(ask(farm, 'jobs:read')).rejects.toMatchObject({
      error_description: 'requested grant type is not allowed for this client',
    })
    await giveAccess(farm, ['jobs:read'])
    await expect(ask(farm, 'openid email', '')).rejects.toMatchObject({ error: 'invalid_target' })
    await expect(ask(farm, 'jobs:read', 'https://shop.example/')).rejects.toMatchObject({
      error: 'invalid_target',
    })
    const native = await registerClient(server, {
      type: 'native',
      redirectUris: ['http://127.0.0.1/callback'],
    })
    await giveAccess(native, ['jobs:read'])
    await expect(ask(native, 'jobs:read')).rejects.toMatchObject({
      error_description: 'requested grant type is not allowed for this client',
    })
  })
})

describe('private_key_jwt', () => {
  test('authenticates by keys, and no longer by the secret or by another key', async () => {
    const app = await registerClient(server)
    await giveKeys(app, { keySet })
    await giveAccess(app, ['jobs:read'])
    const parameters = { scope: 'jobs:read', resource: JOBS }
    expect(await client.clientCredentialsGrant(await withKey(app), parameters)).toHaveProperty('access_token')
    for (const config of [app.config, await withKey(app, stranger)])
      await expect(client.clientCredentialsGrant(config, parameters)).rejects.toMatchObject({ status: 401 })
    await giveKeys(app, {})
    expect(await client.clientCredentialsGrant(app.config, parameters)).toHaveProperty('access_token')
  })

  test('an assertion is accepted once, for this issuer only', async () => {
    const app = await registerClient(server)
    await giveKeys(app, { keySet })
    const assert = (audience: string, expires = '60s') =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(app.clientId)
        .setSubject(app.clientId)
        .setAudience(audience)
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(privateKey)
    const introspect = async (assertion: string) => {
      const answer = await fetch(`${issuerOf(server)}/oidc/introspect`, {
        method: 'POST',
        body: new URLSearchParams({
          token: 'x',
          client_assertion: assertion,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        }),
      })
      return answer.status
    }
    const assertion = await assert(issuerOf(server))
    expect([await introspect(assertion), await introspect(assertion)]).toEqual([200, 401])
    expect(await introspect(await assert('https://other.example/'))).toBe(401)
    expect(await introspect(await assert(issuerOf(server), '-120s'))).toBe(401)
  })

  test('reads the keys at an address, which may change', async () => {
    let served = JSON.stringify({ keys: [] })
    const host = createServer((_, response) => response.end(served))
    await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
    afterAll(() => host.close())
    const app = await registerClient(server)
    served = keySet
    await giveKeys(app, { jwksUri: `http://127.0.0.1:${(host.address() as AddressInfo).port}/jwks` })
    await giveAccess(app, ['jobs:read'])
    const parameters = { scope: 'jobs:read', resource: JOBS }
    expect(await client.clientCredentialsGrant(await withKey(app), parameters)).toHaveProperty('access_token')
  })
})

describe('the address of a key set', () => {
  const guarded = createGuardedFetch({ production: true, webhookNetworks: [] })

  test.each(['http://127.0.0.1:1/', 'http://[::1]:1/', 'http://169.254.169.254/', 'http://localhost:1/'])(
    'is not within this network: %s',
    async url => {
      await expect(guarded(url)).rejects.toThrow('address not allowed')
    },
  )

  test('is answered without a redirect, and with a small document', async () => {
    const host = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/' }).end()
      else response.end('x'.repeat(request.url === '/large' ? 70_000 : 10))
    })
    await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
    afterAll(() => host.close())
    const get = createGuardedFetch({ production: false, webhookNetworks: [] })
    const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
    expect((await get(`${origin}/moved`)).status).toBe(502)
    await expect(get(`${origin}/large`)).rejects.toThrow('too large')
    expect(await (await get(origin)).text()).toBe('x'.repeat(10))
  })
})

describe('signed requests (RFC 9101)', async () => {
  const app = await registerClient(server)
  await giveKeys(app, { keySet, signedRequests: true })
  const sign = async (parameters: URLSearchParams, key = privateKey, audience = issuerOf(server)) =>
    new SignJWT(Object.fromEntries(parameters))
      .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'oauth-authz-req+jwt' })
      .setIssuer(app.clientId)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(key)
  const open = async (request: string | undefined) => {
    const url = new URL('/oidc/authorize', issuerOf(server))
    url.search = String(
      new URLSearchParams({
        ...{ client_id: app.clientId, scope: 'openid', response_type: 'code', redirect_uri: CALLBACK },
        ...(request !== undefined && { request }),
      }),
    )
    return (await visit(url, (await openBrowser(server)).cookie)).location
  }

  test('begin a login', async () => {
    const browser = await openBrowser(server)
    const pending = await startLogin(app)
    const url = new URL('/oidc/authorize', issuerOf(server))
    url.search = String(
      new URLSearchParams({ client_id: app.clientId, request: await sign(pending.url.searchParams) }),
    )
    const { location } = await visit(url, browser.cookie)
    const tokens = await client.authorizationCodeGrant(await withKey(app), location, {
      ...{ pkceCodeVerifier: pending.verifier, expectedState: pending.state, expectedNonce: pending.nonce },
    })
    expect(tokens.claims()?.sub).toBe(browser.person.uid)
  })

  test('of another key, for another issuer, unsigned, or left out are refused', async () => {
    const { searchParams } = (await startLogin(app)).url
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(Object.fromEntries(searchParams)))}.`
    for (const request of [
      await sign(searchParams, stranger),
      await sign(searchParams, privateKey, 'https://other.example'),
      unsigned.replaceAll('=', ''),
      undefined,
    ]) {
      const location = await open(request)
      expect(location.searchParams.get('error')).toMatch(/^invalid_request/)
      expect(location.searchParams.has('code')).toBe(false)
    }
  })
})

test.each([
  ['x', 'not JSON'],
  ['null', 'must be a JSON Web Key Set'],
  ['{"keys":[]}', 'must be a JSON Web Key Set'],
  ['{"keys":[{"kty":"oct","k":"AAAA"}]}', 'none of EC'],
  ['{"keys":[{"kty":"EC","d":"AAAA"}]}', 'private key'],
])('a key set %s is refused', (text, why) => {
  expect(() => parseKeySet(text)).toThrow(why)
})
