/** Attacks on the provider (RFC 9700, section 4). Each is refused by name, and nothing is sent to a stranger's address. */
import { createTicket, listLiveSessions } from '@kerf/contract/endpoints/ticket'
import { ERRORS } from '@kerf/contract/errors'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { createApp, setAppOrigins } from '../../src/operations/app/apps.ts'
import { setWebhook } from '../../src/operations/app/webhooks.ts'
import { OperationError } from '../../src/operations/input/operation-error.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  allow,
  CALLBACK,
  finishLogin,
  issuerOf,
  logIn,
  openBrowser,
  registerClient,
  startLogin,
  type TestApp,
  visit,
} from './openid-fixture.ts'

const LOOPBACK = 'http://127.0.0.1/callback'

const server = await useTestServer()
const app = await registerClient(server)
const evil = await registerClient(server, {
  party: 'third',
  sector: 'evil.example',
  redirectUris: ['https://evil.example/callback'],
})
// As a third party could be registered before: the server knows it when it knows the next app.
await server.sql(`update app set origins = '{https://evil.example}' where client_id = $1`, evil.clientId)
await registerClient(server, { origins: ['https://api.example'] })
const native = await registerClient(server, {
  type: 'native',
  redirectUris: [LOOPBACK, 'com.example.slicer:/callback'],
})
const browser = await openBrowser(server)

const post = (path: string, body: Readonly<Record<string, string>>, of: TestApp = app) =>
  fetch(`${issuerOf(server)}/oidc/${path}`, {
    method: 'POST',
    headers: { ...(of.secret && { authorization: `Basic ${btoa(`${of.clientId}:${of.secret}`)}` }) },
    body: new URLSearchParams(body),
  })
const errorOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { error: string }).error

describe('a network', () => {
  const call = (path: string, ip: string) =>
    fetch(`${server.url}/oidc/${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': ip },
      body: new URLSearchParams({ client_id: native.clientId }),
    })

  test.each(['token', 'par', 'introspect', 'revoke', 'userinfo', 'device/authorize'])(
    'that is banned is refused by /oidc/%s',
    async path => {
      await server.sql(`insert into ip_ban (network) values ('198.51.100.0/24') on conflict do nothing`)
      await server.sql('notify ip_ban')
      // In the shape that libraries for OAuth expect.
      const refusal = { error: 'access_denied', error_description: 'this network is banned' }
      await expect.poll(async () => (await call(path, '198.51.100.9')).json()).toEqual(refusal)
      expect((await call(path, '198.51.100.9')).status).toBe(403)
      expect(await (await call(path, '203.0.113.9')).text()).not.toContain('banned')
    },
  )

  test.each(['par', 'device/authorize'])('has a limit of requests that /oidc/%s stores', async path => {
    await call(path, '203.0.113.77')
    await server.sql(`update rate_limit set points = 1000000 where key like 'openid.%:203.0.113.77'`)
    const answer = await call(path, '203.0.113.77')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' })
  })

  test('that tries many wrong secrets of a client is refused with another wrong one, never with the right one', async () => {
    const [guessed, other] = [await registerClient(server), await registerClient(server)]
    const [attacker, owner] = ['203.0.113.81', '203.0.113.82']
    const introspect = async ({ clientId }: TestApp, secret: string, address: string) => {
      const answer = await fetch(`${issuerOf(server)}/oidc/introspect`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
          'x-forwarded-for': address,
        },
        body: new URLSearchParams({ token: 'x' }),
      })
      return { status: answer.status, body: await answer.json(), wait: answer.headers.get('retry-after') }
    }
    // A server that was forgotten at a rotation repeats one secret.
    for (let count = 0; count < 30; count++)
      expect((await introspect(guessed, 'old', attacker)).body).toMatchObject({ error: 'invalid_client' })
    for (let count = 1; count < 20; count++)
      expect((await introspect(guessed, `guess-${count}`, attacker)).status).toBe(401)
    const refused = {
      status: 429,
      body: { error: 'temporarily_unavailable', error_description: 'too many wrong client secrets' },
    }
    expect(await introspect(guessed, 'guess-20', attacker)).toMatchObject(refused)
    const again = await introspect(guessed, 'guess-21', attacker)
    expect(again).toMatchObject(refused)
    expect(Number(again.wait)).toBeGreaterThan(0)
    expect(
      await server.sql(
        `select detail->>'call' as call from audit_event where detail->>'client' = $1`,
        guessed.clientId,
      ),
    ).toEqual([{ call: 'POST /oidc/introspect' }])
    // A stranger on the network of the app's servers must not block the app.
    expect(await introspect(guessed, guessed.secret ?? '', attacker)).toMatchObject({ status: 200 })
    expect(await introspect(guessed, guessed.secret ?? '', owner)).toMatchObject({ status: 200 })
    expect(await introspect(other, other.secret ?? '', attacker)).toMatchObject({ status: 200 })
  })
})

describe('a third party', () => {
  const forum = { code: 'creative', name: 'Forum', production: false, operator: 'lin' }
  const origins = ['https://forum.example']
  const withDatabase = async (run: (db: Database) => Promise<unknown>): Promise<unknown> => {
    const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
    return run(db).finally(() => db.close())
  }

  test('has no origins: a ticket would name the person without consent', async () => {
    const order = { ...forum, origins, party: 'third', redirectUris: ['https://forum.example/back'] } as const
    await expect(withDatabase(db => createApp(db, order))).rejects.toThrow(OperationError)
    const change = { ...forum, clientId: evil.clientId, origins }
    await expect(withDatabase(db => setAppOrigins(db, change))).rejects.toThrow(OperationError)
    const webhook = { clientId: evil.clientId, url: 'https://evil.example/hook', fromStart: false }
    const networks = { production: false, webhookNetworks: [] }
    const keys = { webhook: Buffer.alloc(32) }
    await expect(
      withDatabase(db => setWebhook(db, keys, { ...webhook, networks, operator: 'lin' })),
    ).rejects.toThrow(OperationError)
  })

  test('gets nothing by origins and a secret that it was given before', async () => {
    const headers = { authorization: `Basic ${btoa(`${evil.clientId}:${evil.secret}`)}` }
    const order = { purpose: 'handover', target: 'https://evil.example/' } as const
    expect((await server.call(createTicket, order, browser)).code).not.toBe(0)
    expect((await server.call(listLiveSessions, { sessions: [] }, { headers })).code).toBe(
      ERRORS.invalid_client.code,
    )
  })

  test('asks for tokens for its own API only', async () => {
    const ask = async (of: TestApp, resource: string, redirect_uri: string) => {
      const { url } = await startLogin(of, { resource, redirect_uri })
      return (await visit(url, browser.cookie)).location
    }
    const address = 'https://evil.example/callback'
    for (const resource of ['https://api.example/jobs', 'https://other.example/', 'urn:anything'])
      expect((await ask(evil, resource, address)).searchParams.get('error')).toBe('invalid_target')
    expect((await ask(evil, 'https://evil.example/api', address)).pathname).toMatch(
      /^\/en\/authorize\/[\w-]+$/,
    )
    // Addresses of private schemes have an origin in common: none.
    expect((await ask(native, 'urn:anything', LOOPBACK)).searchParams.get('error')).toBe('invalid_target')
    // Nor are those of third parties known to others.
    expect((await ask(app, 'https://evil.example/api', CALLBACK)).searchParams.get('error')).toBe(
      'invalid_target',
    )
  })
})

describe('redirect addresses', () => {
  test.each([
    'https://evil.example/',
    'https://shop.example.evil.example/callback',
    'https://shop.example@evil.example/callback',
    'https://evil.example#@shop.example/callback',
    'https://shop.example\\@evil.example/callback',
    'https://shop.example:443/callback',
    'https://shop.example/callback/',
    'https://shop.example/callback/../callback',
    'https://shop.example/callback%2f..',
    'https://shop.example/callback?next=https://evil.example',
    'https://SHOP.example/callback',
    'https://shop.example/callback#x',
    '//shop.example/callback',
    'javascript:alert(1)//shop.example/callback',
    'data:text/html,shop.example/callback',
    ' https://shop.example/callback',
    'https://shop.example/callback\u0000',
    LOOPBACK,
  ])('%j is no address of the app', async redirect_uri => {
    const { url } = await startLogin(app, { redirect_uri })
    const { status, location, text } = await visit(url, browser.cookie)
    expect({ status, origin: location.origin, path: location.pathname }).toEqual({
      status: 303,
      origin: issuerOf(server),
      path: '/en/authorize/error',
    })
    expect(location.searchParams.get('error')).toBe('invalid_redirect_uri')
    expect(text).not.toContain('evil')
  })

  test('a missing address is not guessed, though the app has one only', async () => {
    const { url } = await startLogin(app, { redirect_uri: undefined })
    const { location } = await visit(url, browser.cookie)
    expect(location.pathname).toBe('/en/authorize/error')
  })

  test('a native app may listen on any port of its loopback address, and nowhere else (RFC 8252)', async () => {
    const allowed = ['http://127.0.0.1:51234/callback', 'com.example.slicer:/callback']
    for (const redirect_uri of allowed) {
      const { location } = await visit((await startLogin(native, { redirect_uri })).url, browser.cookie)
      expect(location.pathname).not.toBe('/en/authorize/error')
    }
    for (const redirect_uri of [
      'http://127.0.0.1:51234/other',
      'http://127.0.0.2/callback',
      'http://localhost:1/callback',
    ]) {
      const { location } = await visit((await startLogin(native, { redirect_uri })).url, browser.cookie)
      expect(location.searchParams.get('error')).toBe('invalid_redirect_uri')
    }
  })

  test('a native app never logs in without the person: another app may own its scheme', async () => {
    const { location } = await visit(
      (await startLogin(native, { redirect_uri: LOOPBACK })).url,
      browser.cookie,
    )
    expect(location.pathname).toMatch(/^\/en\/authorize\/[\w-]{20,}$/)
    const silent = await visit(
      (await startLogin(native, { redirect_uri: LOOPBACK, prompt: 'none' })).url,
      browser.cookie,
    )
    expect(silent.location.searchParams.get('error')).toBe('interaction_required')
  })
})

describe('requests', () => {
  test.each([
    ['an implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['an ID token from the browser', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['a hybrid flow', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['a request object', { request: 'e30.e30.' }, 'invalid_request_object'],
    ['a request by address', { request_uri: 'https://evil.example/request' }, 'request_uri_not_supported'],
    ['dynamic registration', { registration: '{}' }, 'registration_not_supported'],
    ['an unknown prompt', { prompt: 'none login' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'abc' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ])('%s is refused', async (_, parameters, error) => {
    const { url } = await startLogin(app, parameters)
    const { location } = await visit(url, browser.cookie)
    // The flows that do not exist answer in the fragment, where their apps read it.
    const answer = new URLSearchParams(location.search || location.hash.slice(1))
    expect(answer.get('error')).toBe(error)
    for (const token of ['code', 'access_token', 'id_token']) expect(answer.has(token)).toBe(false)
  })

  test.each(['client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'nonce'])(
    'a second %s is refused',
    async name => {
      const { url } = await startLogin(app)
      url.searchParams.append(name, 'https://evil.example/')
      const { location } = await visit(url, browser.cookie)
      expect(location.searchParams.get('error')).toMatch(/^invalid_/)
      expect(location.href).not.toContain('evil')
      expect(location.searchParams.has('code')).toBe(false)
    },
  )

  test.each(['password', 'implicit', 'urn:ietf:params:oauth:grant-type:jwt-bearer'])(
    'the grant %s does not exist',
    async grant_type => {
      const answer = await post('token', { grant_type, username: 'x', password: 'y', scope: 'openid' })
      expect(await errorOf(answer)).toBe('unsupported_grant_type')
    },
  )

  test('a form of another site starts nothing that a link could not start', async () => {
    const { url } = await startLogin(app)
    const answer = await fetch(`${issuerOf(server)}/oidc/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: browser.cookie, origin: 'https://evil.example' },
      body: url.searchParams,
    })
    expect(answer.status).toBe(303)
    const location = new URL(answer.headers.get('location') ?? '', issuerOf(server))
    expect(location.pathname).toBe('/oidc/authorize')
  })
})

describe('codes', () => {
  const codeFor = async (of: TestApp) => {
    const pending = await startLogin(of)
    const { location } = await visit(pending.url, browser.cookie)
    return { pending, location, code: location.searchParams.get('code') ?? '' }
  }

  test('injected into the session of another person: the verifier does not fit', async () => {
    const [mine, stolen] = [await startLogin(app), await codeFor(app)]
    const answer = await post('token', {
      ...{ grant_type: 'authorization_code', code: stolen.code, redirect_uri: CALLBACK },
      code_verifier: mine.verifier,
    })
    expect(await errorOf(answer)).toBe('invalid_grant')
  })

  test('exchanged by another app', async () => {
    const { code, pending } = await codeFor(app)
    const body = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: pending.verifier,
    }
    expect(await errorOf(await post('token', body, evil))).toBe('invalid_grant')
  })

  test('exchanged without verifier, or for another address', async () => {
    for (const wrong of [{ code_verifier: '' }, { redirect_uri: 'https://shop.example/other' }]) {
      const { code, pending } = await codeFor(app)
      const body = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        code_verifier: pending.verifier,
      }
      expect(await errorOf(await post('token', { ...body, ...wrong }))).toBe('invalid_grant')
    }
  })

  test('exchanged ten times at once: one succeeds at most', async () => {
    const { pending, location } = await codeFor(app)
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => finishLogin(app, pending, location)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ error: 'invalid_grant' })
  })

  test('from a mixed-up issuer: every answer names this one (RFC 9207)', async () => {
    const { location, pending } = await codeFor(app)
    expect(location.searchParams.get('iss')).toBe(issuerOf(server))
    location.searchParams.set('iss', 'https://evil.example')
    await expect(finishLogin(app, pending, location)).rejects.toThrow()
    const refused = await visit((await startLogin(app, { scope: 'openid profile', prompt: 'none' })).url)
    expect(refused.location.searchParams.get('iss')).toBe(issuerOf(server))
  })
})

describe('tokens', () => {
  test('of one kind are not accepted as another', async () => {
    const tokens = await allow(server, app, browser, { scope: 'openid offline_access', prompt: 'consent' })
    const { access_token, refresh_token = '', id_token = '' } = tokens
    for (const token of [access_token, id_token])
      expect(await errorOf(await post('token', { grant_type: 'refresh_token', refresh_token: token }))).toBe(
        'invalid_grant',
      )
    for (const token of [refresh_token, id_token])
      await expect(client.fetchUserInfo(app.config, token, browser.person.uid)).rejects.toThrow()
  })

  test('in an address are refused', async () => {
    const { access_token } = await logIn(app, browser)
    const answer = await fetch(`${issuerOf(server)}/oidc/userinfo?access_token=${access_token}`)
    expect(answer.status).toBe(400)
  })

  test('changed by one character are refused', async () => {
    const { access_token } = await logIn(app, browser)
    await client.fetchUserInfo(app.config, access_token, browser.person.uid)
    for (const at of [0, 30, 60, access_token.length - 5]) {
      const other = access_token[at] === 'A' ? 'B' : 'A'
      const changed = access_token.slice(0, at) + other + access_token.slice(at + 1)
      await expect(client.fetchUserInfo(app.config, changed, browser.person.uid)).rejects.toThrow()
    }
  })

  test('of this server are refused where a wrong secret is sent', async () => {
    for (const secret of ['', 'wrong', `${app.secret}x`]) {
      const answer = await post(
        'token',
        { grant_type: 'refresh_token', refresh_token: 'x' },
        { ...app, secret },
      )
      expect([400, 401]).toContain(answer.status)
    }
    const unknown = await post(
      'token',
      { grant_type: 'refresh_token', refresh_token: 'x' },
      {
        ...app,
        clientId: 'app_unknown',
      },
    )
    expect(await errorOf(unknown)).toBe('invalid_client')
  })
})

test('pages of other origins cannot read tokens, except those of the app itself', async () => {
  const spa = await registerClient(server, { type: 'browser', redirectUris: ['https://spa.example/cb'] })
  const call = (origin: string) =>
    fetch(`${issuerOf(server)}/oidc/token`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: spa.clientId }),
    })
  expect((await call('https://spa.example')).headers.get('access-control-allow-origin')).toBe(
    'https://spa.example',
  )
  for (const origin of ['https://evil.example', 'null'])
    expect((await call(origin)).headers.get('access-control-allow-origin')).toBeNull()
})
