/** Refresh, introspection, revocation, and everything that ends tokens. */

import { listGrantedApps, withdrawApp } from '@kerf/contract/endpoints/openid'
import { changePassword } from '@kerf/contract/endpoints/password'
import { clearSessions } from '@kerf/contract/endpoints/session'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { deleteAllSessions } from '../../src/identity/index.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { withOpenTransaction } from '../account-center/fixtures.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  allow,
  auditOf,
  type Browser,
  finishLogin,
  issuerOf,
  logIn,
  openBrowser,
  registerClient,
  startLogin,
  visit,
} from './openid-fixture.ts'

const server = await useTestServer()
const app = await registerClient(server)
const api = await registerClient(server, {
  origins: ['https://api.example'],
  redirectUris: ['https://api.example/callback'],
})

/** A login with offline access, which needs the person's consent. */
const logInOffline = (browser: Browser, of = app) =>
  allow(server, of, browser, { scope: 'openid email offline_access', prompt: 'consent' })

const infoOf = (token: string, { person }: Browser, of = app) =>
  client.fetchUserInfo(of.config, token, person.uid)
const refreshed = (token: string | undefined, of = app) => client.refreshTokenGrant(of.config, token ?? '')

describe('refresh tokens', () => {
  test('are replaced at every use', async () => {
    const browser = await openBrowser(server)
    const first = await logInOffline(browser)
    const second = await refreshed(first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await infoOf(second.access_token, browser)).toMatchObject({ email: browser.person.email })
  })

  test('of another app are refused, and stay valid for their own', async () => {
    const { refresh_token } = await logInOffline(await openBrowser(server))
    await expect(refreshed(refresh_token, api)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await refreshed(refresh_token)).toHaveProperty('refresh_token')
  })

  test('are not issued without offline_access', async () => {
    expect(await logIn(app, await openBrowser(server))).not.toHaveProperty('refresh_token')
  })

  test('are stored as a hash only', async () => {
    const { refresh_token = '' } = await logInOffline(await openBrowser(server))
    const rows = await server.sql<{ row: string }>('select openid_token::text as row from openid_token')
    expect(rows.some(({ row }) => row.includes(refresh_token))).toBe(false)
  })
})

describe('ends within a second', () => {
  test('with a logout: what is bound to the session; offline access goes on', async () => {
    const browser = await openBrowser(server)
    const bound = await logIn(api, browser, { redirect_uri: 'https://api.example/callback' })
    const offline = await logInOffline(browser)
    const { data } = await server.call(clearSessions, { session: await handleOf(browser) }, browser)
    expect(data.ended).toBe(1)
    await expect(infoOf(bound.access_token, browser, api)).rejects.toThrow()
    expect(await refreshed(offline.refresh_token)).toHaveProperty('access_token')
  })

  test.each([
    [
      'a logout everywhere',
      async (browser: Browser) => {
        await openBrowser(server, browser.person)
        await server.call(clearSessions, {}, { token: browser.token })
      },
    ],
    [
      'a new password',
      ({ person, token }: Browser) =>
        server.call(changePassword, { oldPassword: person.password, password: 'weld-slowly-42' }, { token }),
    ],
    [
      'a ban',
      ({ person }: Browser) => server.sql(`update account set status = 'banned' where uid = $1`, person.uid),
    ],
    ['withdrawal', ({ token }: Browser) => server.call(withdrawApp, { clientId: app.clientId }, { token })],
  ])('with %s: offline access too', async (_, end) => {
    const browser = await openBrowser(server)
    const tokens = await logInOffline(browser)
    await end(browser)
    await expect(refreshed(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(infoOf(tokens.access_token, browser)).rejects.toThrow()
  })

  const handleOf = async ({ person }: Browser): Promise<string> => {
    const [row] = await server.sql<{ handle: string }>(
      'select handle from session where uid = $1',
      person.uid,
    )
    return row?.handle ?? ''
  }
})

describe('a session that ends at the same moment', () => {
  const END = 'delete from session where uid = $1'
  const grantsOf = ({ person }: Browser) =>
    server.sql('select id from openid_grant where uid = $1', person.uid)

  test('gets no grant, nor does it leave one behind', async () => {
    const browser = await openBrowser(server)
    const { url } = await startLogin(app, { scope: 'openid email' })
    const { location } = await withOpenTransaction(server, [END], browser.person.uid, () =>
      visit(url, browser.cookie),
    )
    expect(location.searchParams.has('code')).toBe(false)
    expect(await grantsOf(browser)).toEqual([])
  })

  test('takes along a grant and a session that were being created', async () => {
    const browser = await openBrowser(server)
    const created = [
      'select 1 from session where uid = $1 for key share',
      `insert into session (uid, handle, token_hash, remember, method)
       values ($1, 'child', sha256($1::uuid::text::bytea), true, 'ticket')`,
      `insert into openid_grant (uid, id, client_id, session, scopes, offline, expires_at)
       values ($1, 'grant', '${app.clientId}', 'child', '{openid}', true, now() + interval '1 day')`,
    ]
    const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
    const { uid } = browser.person
    await withOpenTransaction(server, created, uid, () =>
      db.transaction(tx => deleteAllSessions(tx, { uid })),
    ).finally(() => db.close())
    expect(await grantsOf(browser)).toEqual([])
    expect(await server.sql('select handle from session where uid = $1', uid)).toEqual([])
  })
})

test('lists the apps with access, until it is withdrawn', async () => {
  const browser = await openBrowser(server)
  await logInOffline(browser)
  const { data } = await server.call(listGrantedApps, {}, { token: browser.token })
  expect(data.items).toMatchObject([
    {
      client: { clientId: app.clientId, name: 'Shop' },
      scopes: ['openid', 'email', 'offline_access'],
      sessions: 1,
      offline: true,
    },
  ])
  await server.call(withdrawApp, { clientId: app.clientId }, { token: browser.token })
  expect((await server.call(listGrantedApps, {}, { token: browser.token })).data.items).toEqual([])
  expect(await auditOf(server, browser)).toEqual(['openid.withdraw'])
})

describe('introspection', () => {
  test('tells an app about its own token, and another app nothing', async () => {
    const browser = await openBrowser(server)
    const { access_token } = await logIn(app, browser)
    expect(await client.tokenIntrospection(app.config, access_token)).toMatchObject({
      active: true,
      client_id: app.clientId,
      sub: browser.person.uid,
      scope: 'openid profile email',
      token_type: 'Bearer',
    })
    expect(await client.tokenIntrospection(api.config, access_token)).toEqual({ active: false })
    expect(await client.tokenIntrospection(app.config, `${access_token}x`)).toEqual({ active: false })
  })

  test('tells an API about tokens for it (RFC 8707), which serve nothing else', async () => {
    const browser = await openBrowser(server)
    const resource = 'https://api.example/jobs'
    const pending = await startLogin(app, { resource })
    const { location } = await visit(pending.url, browser.cookie)
    const tokens = await client.authorizationCodeGrant(
      app.config,
      location,
      { pkceCodeVerifier: pending.verifier, expectedState: pending.state, expectedNonce: pending.nonce },
      { resource },
    )
    expect(await client.tokenIntrospection(api.config, tokens.access_token)).toMatchObject({
      active: true,
      aud: resource,
    })
    await expect(infoOf(tokens.access_token, browser)).rejects.toThrow()
  })

  test('an API that is not registered is refused', async () => {
    const { url } = await startLogin(app, { resource: 'https://unknown.example/' })
    const { location } = await visit(url, (await openBrowser(server)).cookie)
    expect(location.searchParams.get('error')).toBe('invalid_target')
  })
})

describe('revocation', () => {
  test('of an access token ends it alone, however its last character is written', async () => {
    const browser = await openBrowser(server)
    const tokens = await logInOffline(browser)
    const { access_token } = tokens
    await client.tokenRevocation(app.config, access_token)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(access_token.at(-1) ?? '')
    for (const offset of [0, 1, 2, 3]) {
      const variant = access_token.slice(0, -1) + alphabet[(last & ~3) + offset]
      await expect(infoOf(variant, browser)).rejects.toThrow()
    }
    expect(await refreshed(tokens.refresh_token)).toHaveProperty('access_token')
  })

  test('of a refresh token ends the grant', async () => {
    const browser = await openBrowser(server)
    const tokens = await logInOffline(browser)
    await client.tokenRevocation(app.config, tokens.refresh_token ?? '')
    await expect(infoOf(tokens.access_token, browser)).rejects.toThrow()
  })
})

test('pushed authorization requests: the address holds a reference that works once', async () => {
  const browser = await openBrowser(server)
  const verifier = client.randomPKCECodeVerifier()
  const url = await client.buildAuthorizationUrlWithPAR(app.config, {
    redirect_uri: 'https://shop.example/callback',
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'abc',
    nonce: 'n',
  })
  expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
  const { location } = await visit(url, browser.cookie)
  const pending = { url, verifier, state: 'abc', nonce: 'n' }
  expect((await finishLogin(app, pending, location)).claims()?.sub).toBe(browser.person.uid)
  const again = await visit(url, browser.cookie)
  expect(again.location.searchParams.has('code')).toBe(false)
})

describe('DPoP', () => {
  test('binds tokens to a key: without its proof they are refused', async () => {
    const browser = await openBrowser(server)
    const pending = await startLogin(app)
    const { location } = await visit(pending.url, browser.cookie)
    const DPoP = client.getDPoPHandle(app.config, await client.randomDPoPKeyPair())
    const tokens = await client.authorizationCodeGrant(
      app.config,
      location,
      {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
      },
      undefined,
      { DPoP },
    )
    expect(tokens.token_type).toBe('dpop')
    const info = client.fetchUserInfo(app.config, tokens.access_token, browser.person.uid, { DPoP })
    expect(await info).toMatchObject({ sub: browser.person.uid })
    await expect(infoOf(tokens.access_token, browser)).rejects.toThrow()
    const stranger = client.getDPoPHandle(app.config, await client.randomDPoPKeyPair())
    await expect(
      client.fetchUserInfo(app.config, tokens.access_token, browser.person.uid, { DPoP: stranger }),
    ).rejects.toThrow()
  })

  test('a proof is accepted once', async () => {
    const { default: crypto } = await import('node:crypto')
    const { SignJWT, exportJWK, generateKeyPair } = await import('jose')
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const htu = `${issuerOf(server)}/oidc/par`
    const proof = await new SignJWT({ htu, htm: 'POST', jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .sign(privateKey)
    const push = async () => {
      const { url } = await startLogin(app)
      const answer = await fetch(htu, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${app.clientId}:${app.secret}`)}`, DPoP: proof },
        body: url.searchParams,
      })
      return answer.status
    }
    const statuses = await Promise.all([push(), push(), push()])
    expect(statuses.toSorted()).toEqual([201, 400, 400])
  })
})
