/** APIs as apps of their own type: who gets tokens for them, with which scopes, in which format, and what introspection says. */
import { describeAuthorization, listGrantedApps } from '@kerf/contract/endpoints/openid'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { setAccess } from '../../src/operations/app/app-apis.ts'
import { editApp, type NewApp } from '../../src/operations/app/apps.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  allow,
  type Browser,
  consentTo,
  issuerOf,
  logIn,
  openBrowser,
  registerClient,
  startLogin,
  type TestApp,
  visit,
} from './openid-fixture.ts'

const server = await useTestServer()

const JOBS = 'https://jobs.example/v1'
const FILES = 'https://files.example/'
const SIGNED = 'https://signed.example/'
const SCOPES = ['jobs:read|See jobs|查看加工任务', 'jobs:write|Start and stop jobs|开始和停止加工']

const registerApi = (resource: string, api: NonNullable<NewApp['api']> = {}, more: Partial<NewApp> = {}) =>
  registerClient(server, {
    ...{ name: 'Jobs', type: 'api', redirectUris: [] },
    api: { resource, scopes: SCOPES, ...api },
    ...more,
  })

const operate = async <T>(act: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
  return act(db).finally(() => db.close())
}

async function giveAccess(app: TestApp, api: TestApp, scopes: readonly string[]): Promise<void> {
  const change = { clientId: app.clientId, apiId: api.clientId, scopes, operator: 'lin' }
  await operate(db => setAccess(db, change))
  // The server reads all apps again when it is notified: it knows the access when it knows an app that came after.
  await registerClient(server)
}

const jobs = await registerApi(JOBS)
const files = await registerApi(FILES)
const signed = await registerApi(SIGNED, { tokenFormat: 'jwt' }, { idTokenAlg: 'ES256' })
const slicer = await registerClient(server)
const partner = await registerClient(server, { name: 'Partner', party: 'third' })
await giveAccess(partner, jobs, ['jobs:read'])

const page = await registerClient(server, {
  ...{ name: 'Page', type: 'browser', defaultResource: SIGNED, idTokenClaims: true },
})

const ask = (resource: string, scope = 'openid jobs:read jobs:write') => ({ resource, scope })
const introspect = (api: TestApp, token: string) => client.tokenIntrospection(api.config, token)
const errorOf = async (app: TestApp, browser: Browser, resource: string): Promise<string | null> => {
  const { url } = await startLogin(app, ask(resource))
  return (await visit(url, browser.cookie)).location.searchParams.get('error')
}

describe('an API', () => {
  test('introspects tokens for it, without an address, and learns account and scopes', async () => {
    const browser = await openBrowser(server)
    const { access_token } = await logIn(slicer, browser, ask(JOBS))
    expect(await introspect(jobs, access_token)).toMatchObject({
      ...{ active: true, aud: JOBS, client_id: slicer.clientId, sub: browser.person.uid },
      scope: 'jobs:read jobs:write',
    })
  })

  test('learns nothing of a token for another API (audience confusion)', async () => {
    const { access_token } = await logIn(slicer, await openBrowser(server), ask(JOBS))
    expect(await introspect(files, access_token)).toEqual({ active: false })
    await expect(client.fetchUserInfo(slicer.config, access_token, client.skipSubjectCheck)).rejects.toThrow()
  })

  test('learns nothing of a token for the app itself', async () => {
    const { access_token } = await logIn(slicer, await openBrowser(server))
    expect(await introspect(jobs, access_token)).toEqual({ active: false })
  })

  test('logs nobody in', async () => {
    const { url } = await startLogin(jobs)
    const { location } = await visit(url, (await openBrowser(server)).cookie)
    expect(location.pathname).toMatch(/\/authorize\/error$/)
  })

  test('finds no scope that was not asked for', async () => {
    const { access_token } = await logIn(slicer, await openBrowser(server), ask(JOBS, 'openid jobs:read'))
    expect(await introspect(jobs, access_token)).toMatchObject({ scope: 'jobs:read' })
  })

  test.each([
    ['an unknown resource', 'https://unknown.example/'],
    ['a path below the resource', `${JOBS}/other`],
    ['no address', 'jobs'],
  ])('%s is refused', async (_, resource) => {
    expect(await errorOf(slicer, await openBrowser(server), resource)).toBe('invalid_target')
  })

  test('that was removed answers nothing', async () => {
    const gone = await registerClient(server)
    const { access_token } = await logIn(gone, await openBrowser(server), ask(JOBS))
    await server.sql('delete from app where client_id = $1', gone.clientId)
    await giveAccess(partner, jobs, ['jobs:read'])
    expect(await introspect(jobs, access_token)).toEqual({ active: false })
  })
})

test('the token request inherits the one resource of the authorization request, and a refresh does', async () => {
  const tokens = await allow(server, slicer, await openBrowser(server), {
    ...ask(JOBS, 'openid offline_access jobs:write'),
    prompt: 'consent',
  })
  expect(await introspect(jobs, tokens.access_token)).toMatchObject({ aud: JOBS, scope: 'jobs:write' })
  const { access_token } = await client.refreshTokenGrant(slicer.config, tokens.refresh_token ?? '')
  expect(await introspect(jobs, access_token)).toMatchObject({ aud: JOBS, scope: 'jobs:write' })
})

describe('two resources', () => {
  const begin = async (browser: Browser) => {
    const pending = await startLogin(slicer)
    pending.url.searchParams.set('scope', 'openid offline_access jobs:read')
    pending.url.searchParams.set('prompt', 'consent')
    for (const resource of [JOBS, FILES]) pending.url.searchParams.append('resource', resource)
    return { pending, location: await consentTo(server, pending.url, browser) }
  }
  const exchange = async (browser: Browser, resource: string) => {
    const { pending, location } = await begin(browser)
    const checks = {
      ...{ pkceCodeVerifier: pending.verifier, expectedState: pending.state, expectedNonce: pending.nonce },
    }
    return client.authorizationCodeGrant(slicer.config, location, checks, { resource })
  }

  test('give one token at a time, each for one API', async () => {
    const tokens = await exchange(await openBrowser(server), FILES)
    expect(await introspect(files, tokens.access_token)).toMatchObject({ active: true, aud: FILES })
    expect(await introspect(jobs, tokens.access_token)).toEqual({ active: false })
    const other = await client.refreshTokenGrant(slicer.config, tokens.refresh_token ?? '', {
      resource: JOBS,
    })
    expect(await introspect(jobs, other.access_token)).toMatchObject({ aud: JOBS, scope: 'jobs:read' })
  })

  test('do not allow a third one', async () => {
    await expect(exchange(await openBrowser(server), SIGNED)).rejects.toMatchObject({
      error: 'invalid_target',
    })
  })
})

describe('a third party', () => {
  test('gets the scopes that an operator gave to it, with the person’s consent in the words of the API', async () => {
    const browser = await openBrowser(server)
    const pending = await startLogin(partner, ask(JOBS))
    const { location, cookies } = await visit(pending.url, browser.cookie)
    const flow = location.pathname.split('/').at(-1) ?? ''
    const { data } = await server.call(describeAuthorization, { flow }, { token: browser.token })
    const read = { name: 'jobs:read', en: 'See jobs', zh: '查看加工任务', consented: false }
    expect(data).toMatchObject({
      needs: 'consent',
      scopes: ['openid'],
      apis: [{ clientId: jobs.clientId, name: 'Jobs', scopes: [read] }],
    })
    expect(cookies.length).toBeGreaterThan(0)
    const { access_token } = await allow(server, partner, browser, ask(JOBS))
    const token = await introspect(jobs, access_token)
    expect(token).toMatchObject({ active: true, scope: 'jobs:read', sub: browser.person.uid })
    // The partner itself sees its own id of the person.
    expect((await introspect(partner, access_token)).sub).not.toBe(browser.person.uid)
    const { data: granted } = await server.call(listGrantedApps, {}, { token: browser.token })
    expect(granted.items[0]).toMatchObject({ apis: [{ name: 'Jobs', scopes: [{ name: 'jobs:read' }] }] })
  })

  test('is refused at an API that it was not given', async () => {
    expect(await errorOf(partner, await openBrowser(server), FILES)).toBe('invalid_target')
  })

  test('is asked again for the same scope of another API', async () => {
    const other = await registerClient(server, { name: 'Other', party: 'third' })
    await giveAccess(other, jobs, ['jobs:read'])
    await giveAccess(other, files, ['jobs:read'])
    const browser = await openBrowser(server)
    await allow(server, other, browser, ask(JOBS))
    const { url } = await startLogin(other, ask(FILES))
    const { location } = await visit(url, browser.cookie)
    expect(location.pathname).toMatch(/^\/en\/authorize\//)
  })

  test('loses a scope at once when an operator removes it', async () => {
    const other = await registerClient(server, { name: 'Lost', party: 'third' })
    await giveAccess(other, jobs, ['jobs:read', 'jobs:write'])
    const { access_token } = await allow(server, other, await openBrowser(server), ask(JOBS))
    expect(await introspect(jobs, access_token)).toMatchObject({ scope: 'jobs:read jobs:write' })
    await giveAccess(other, jobs, ['jobs:read'])
    expect(await introspect(jobs, access_token)).toMatchObject({ scope: 'jobs:read' })
  })
})

describe('JWT access tokens (RFC 9068)', () => {
  const keys = createRemoteJWKSet(new URL(`${issuerOf(server)}/oidc/jwks`))
  const verify = (token: string, audience = SIGNED) =>
    jwtVerify(token, keys, { issuer: issuerOf(server), audience, typ: 'at+jwt' })

  test('are verified without a call, and live ten minutes', async () => {
    const browser = await openBrowser(server)
    const { access_token, expires_in } = await logIn(slicer, browser, ask(SIGNED))
    const { payload, protectedHeader } = await verify(access_token)
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    expect(payload).toMatchObject({
      ...{ sub: browser.person.uid, client_id: slicer.clientId, aud: SIGNED },
      scope: 'jobs:read jobs:write',
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
    expect(expires_in).toBe(600)
    expect(payload).not.toHaveProperty('authorization_details')
    await expect(verify(access_token, JOBS)).rejects.toThrow('aud')
  })

  test('are neither introspected, nor accepted by userinfo, nor revoked', async () => {
    const { access_token } = await logIn(slicer, await openBrowser(server), ask(SIGNED))
    await expect(introspect(signed, access_token)).rejects.toMatchObject({ error: 'unsupported_token_type' })
    await expect(client.fetchUserInfo(slicer.config, access_token, client.skipSubjectCheck)).rejects.toThrow()
    await expect(client.tokenRevocation(slicer.config, access_token)).rejects.toMatchObject({
      error: 'unsupported_token_type',
    })
  })

  test('are not given to third parties, who would read the person’s id in them', async () => {
    await giveAccess(partner, signed, ['jobs:read'])
    const browser = await openBrowser(server)
    const { access_token } = await allow(server, partner, browser, ask(SIGNED))
    expect(access_token).not.toContain('.')
    expect(await introspect(signed, access_token)).toMatchObject({ active: true, sub: browser.person.uid })
  })

  test('refresh as others do', async () => {
    const tokens = await allow(server, slicer, await openBrowser(server), {
      ...ask(SIGNED, 'openid offline_access jobs:read'),
      prompt: 'consent',
    })
    const { access_token } = await client.refreshTokenGrant(slicer.config, tokens.refresh_token ?? '')
    expect((await verify(access_token)).payload.scope).toBe('jobs:read')
  })
})

describe('a default API, for a library that names none', () => {
  const offline = { scope: 'openid email offline_access jobs:read', prompt: 'consent' }
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

  test('gives its tokens, and claims of the person in the ID token', async () => {
    const browser = await openBrowser(server)
    const tokens = await allow(server, page, browser, offline)
    expect(claimsOf(tokens.access_token)).toMatchObject({
      ...{ aud: SIGNED, sub: browser.person.uid, scope: 'jobs:read' },
    })
    expect(tokens.claims()).toMatchObject({ email: browser.person.email })
  })

  test('gives way to the API that the request names', async () => {
    const { access_token } = await logIn(page, await openBrowser(server), ask(JOBS))
    expect(await introspect(jobs, access_token)).toMatchObject({ active: true, aud: JOBS })
  })

  test('a refresh token can be decoded, and is one token however it is written', async () => {
    const tokens = await allow(server, page, await openBrowser(server), offline)
    const first = tokens.refresh_token ?? ''
    expect(claimsOf(first)).toEqual({})
    const renewed = await client.refreshTokenGrant(page.config, first.replace('.e30', ''))
    expect(claimsOf(renewed.access_token)).toMatchObject({ aud: SIGNED })
    expect(claimsOf(renewed.refresh_token ?? '')).toEqual({})
    // The answer may be lost: the one before gives the same successor.
    const again = await client.refreshTokenGrant(page.config, first)
    expect(again.refresh_token).toBe(renewed.refresh_token)
    await client.refreshTokenGrant(page.config, again.refresh_token ?? '')
    await server.sql(
      `update openid_token set used_at = array(select u - interval '61 s' from unnest(used_at) u)`,
    )
    await expect(client.refreshTokenGrant(page.config, first)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(client.refreshTokenGrant(page.config, renewed.refresh_token ?? '')).rejects.toThrow()
  })

  test.each(['.e30.e30', '.e31', '.', '.e30='])('a refresh token with %s behind it is unknown', async end => {
    const tokens = await allow(server, page, await openBrowser(server), offline)
    const bare = (tokens.refresh_token ?? '').replace('.e30', '')
    await expect(client.refreshTokenGrant(page.config, bare + end)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await client.refreshTokenGrant(page.config, tokens.refresh_token ?? '')
  })

  test('that was removed takes no login with it', async () => {
    const gone = 'https://gone.example/'
    const api = await registerApi(gone, { tokenFormat: 'jwt' })
    const app = await registerClient(server, { defaultResource: gone })
    const browser = await openBrowser(server)
    expect((await logIn(app, browser)).access_token).toContain('.')
    await server.sql('delete from app where client_id = $1', api.clientId)
    await registerClient(server)
    const { access_token } = await logIn(app, browser)
    expect(await client.fetchUserInfo(app.config, access_token, browser.person.uid)).toHaveProperty('email')
  })

  test('is that of a third party only with scopes, and its tokens stay opaque', async () => {
    const third = await registerClient(server, { party: 'third', defaultResource: SIGNED })
    const { url } = await startLogin(third)
    const browser = await openBrowser(server)
    expect((await visit(url, browser.cookie)).location.searchParams.get('error')).toBe('invalid_target')
    await giveAccess(third, signed, ['jobs:read'])
    const tokens = await allow(server, third, browser, offline)
    expect(tokens.access_token).not.toContain('.')
    expect(tokens.refresh_token).not.toContain('.')
    expect(await introspect(signed, tokens.access_token)).toMatchObject({ active: true, scope: 'jobs:read' })
  })
})

describe('an operator', () => {
  const create = (more: Partial<NewApp>) => registerClient(server, { redirectUris: [], ...more })
  test.each<[string, Partial<NewApp>, string]>([
    ['an API without a resource', { type: 'api' }, 'needs a resource'],
    ['a resource of a web app', { api: { resource: JOBS } }, 'Only an app of type api'],
    ['a resource that exists', { type: 'api', api: { resource: JOBS } }, 'Another API'],
    [
      'a redirect address',
      { type: 'api', redirectUris: ['https://x.example/'], api: { resource: 'https://x.example/' } },
      'no redirect',
    ],
    [
      'a scope of OpenID',
      { type: 'api', api: { resource: 'https://x.example/', scopes: ['email|a|b'] } },
      'not a scope',
    ],
    [
      'a scope without Chinese',
      { type: 'api', api: { resource: 'https://x.example/', scopes: ['a:b|a'] } },
      'not a scope',
    ],
    [
      'a scope twice',
      { type: 'api', api: { resource: 'https://x.example/', scopes: ['a|a|b', 'a|a|b'] } },
      'twice',
    ],
  ])('cannot register %s', async (_, more, text) => {
    await expect(create(more)).rejects.toThrow(text)
  })

  test('gives only scopes that exist, of an API, to an app', async () => {
    await expect(giveAccess(partner, jobs, ['jobs:delete'])).rejects.toThrow('no scope jobs:delete')
    await expect(giveAccess(partner, slicer, ['jobs:read'])).rejects.toThrow('no API')
  })

  test('changes the scopes of an API, and of no other app', async () => {
    const change = { api: { scopes: ['a|A|甲'] }, production: false, operator: 'lin' }
    await operate(db => editApp(db, { clientId: files.clientId, ...change, api: { scopes: SCOPES } }))
    await expect(operate(db => editApp(db, { clientId: slicer.clientId, ...change }))).rejects.toThrow(
      'type api',
    )
  })
})
