/** The authorization code flow: discovery, login by the portal's session, tokens, userinfo. */
import { answerAuthorization } from '@kerf/contract/endpoints/openid'
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import * as client from 'openid-client'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { sessionCode } from '../account-center/fixtures.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  CALLBACK,
  consentTo,
  finishLogin,
  issuerOf,
  logIn,
  openBrowser,
  registerClient,
  startLogin,
  visit,
} from './openid-fixture.ts'

const server = await useTestServer()
const [app, browser] = await Promise.all([registerClient(server), openBrowser(server)])

test('publishes its documents at the root, with every endpoint below /oidc/', async () => {
  const answer = await fetch(`${issuerOf(server)}/.well-known/openid-configuration`)
  const document = (await answer.json()) as Record<string, string>
  expect(document).toMatchObject({
    issuer: issuerOf(server),
    authorization_endpoint: `${issuerOf(server)}/oidc/authorize`,
    token_endpoint: `${issuerOf(server)}/oidc/token`,
    jwks_uri: `${issuerOf(server)}/oidc/jwks`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  })
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  const oauth = await fetch(`${issuerOf(server)}/.well-known/oauth-authorization-server`)
  expect(await oauth.json()).toEqual(document)
  const { keys } = (await (await fetch(document.jwks_uri ?? '')).json()) as { keys: { alg: string }[] }
  expect(keys.map(({ alg }) => alg).toSorted()).toEqual(['ES256', 'RS256'])
  expect(JSON.stringify(keys)).not.toMatch(/"(?:d|p|q)":/)
})

test('each public name of the server is an issuer of its own, whichever was asked first', async () => {
  const { port } = new URL(server.url)
  for (const name of ['passport.kerf.localhost', 'localhost']) {
    const { text } = await visit(`${server.url}/.well-known/openid-configuration`, '', {
      host: `${name}:${port}`,
    })
    expect(JSON.parse(text)).toMatchObject({
      issuer: `http://${name}:${port}`,
      token_endpoint: `http://${name}:${port}/oidc/token`,
    })
  }
})

test('logs a signed-in person in without a question, and answers who it is', async () => {
  const tokens = await logIn(app, browser)
  const claims = tokens.claims()
  expect(claims).toMatchObject({
    iss: issuerOf(server),
    sub: browser.person.uid,
    aud: app.clientId,
    acr: 'aal1',
    amr: ['pwd'],
    auth_time: expect.any(Number),
  })
  const info = await client.fetchUserInfo(app.config, tokens.access_token, browser.person.uid)
  expect(info).toMatchObject({ sub: browser.person.uid, email: browser.person.email, email_verified: true })
  expect(info).not.toHaveProperty('address')
})

test('serves oidc-client-ts from discovery to logout', async () => {
  const after = 'https://shop.example/bye'
  const { clientId } = await registerClient(server, { type: 'browser', postLogoutRedirectUris: [after] })
  const library = new OidcClient({
    authority: issuerOf(server),
    client_id: clientId,
    redirect_uri: CALLBACK,
    post_logout_redirect_uri: after,
    scope: 'openid email offline_access',
    loadUserInfo: true,
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  })
  const visitor = await openBrowser(server)
  const { uid, email } = visitor.person
  const { url } = await library.createSigninRequest({ state: 'cart', prompt: 'consent' })
  const first = await library.processSigninResponse((await consentTo(server, url, visitor)).href)
  // The address is a claim of userinfo only.
  expect(first).toMatchObject({ userState: 'cart', profile: { sub: uid, email, email_verified: true } })

  const { refresh_token = '', id_token = '', profile } = first
  const second = await library.useRefreshToken({
    state: { refresh_token, id_token, session_state: null, profile },
  })
  expect(second).toMatchObject({ profile: { sub: uid }, access_token: expect.any(String) })
  expect(second.access_token).not.toBe(first.access_token)
  expect(second.refresh_token).not.toBe(refresh_token)

  const logout = await library.createSignoutRequest({ id_token_hint: second.id_token ?? '', state: 'bye' })
  const { location } = await visit(logout.url, visitor.cookie)
  expect(location.origin + location.pathname).toBe(after)
  expect((await library.processSignoutResponse(location.href)).userState).toBe('bye')
  expect(await sessionCode(server, visitor.token)).not.toBe(0)
})

test('sends a visitor to the login of the portal in the brand of the app, and back to the request', async () => {
  const { url } = await startLogin(app, { ui_locales: 'zh-CN en' })
  const { location } = await visit(url)
  expect(location.pathname).toBe('/zh/login')
  expect(location.searchParams.get('o')).toBe('creative')
  expect(location.searchParams.get('r')).toMatch(
    new RegExp(`^${issuerOf(server)}/zh/authorize/[\\w-]+\\?p=creative&o=creative$`),
  )
})

describe('refuses', () => {
  test('a request without PKCE, or with a weaker method', async () => {
    for (const weaker of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge_method: undefined },
    ]) {
      const { url, state } = await startLogin(app, weaker)
      const { location } = await visit(url, browser.cookie)
      expect(location.origin + location.pathname).toBe(CALLBACK)
      expect(Object.fromEntries(location.searchParams)).toMatchObject({
        error: 'invalid_request',
        state,
        iss: issuerOf(server),
      })
    }
  })

  test('an address that is not registered: nothing is sent there', async () => {
    for (const redirect_uri of [
      'https://evil.example/',
      `${CALLBACK}/x`,
      `${CALLBACK}?x=1`,
      CALLBACK.replace('https', 'http'),
    ]) {
      const { url } = await startLogin(app, { redirect_uri })
      const { status, location } = await visit(url, browser.cookie)
      expect(status).toBe(303)
      expect(location.origin).toBe(issuerOf(server))
      expect(location.pathname).toBe('/en/authorize/error')
      expect(location.searchParams.get('error')).toBe('invalid_redirect_uri')
      expect(location.searchParams.get('request')).toMatch(/\S/)
    }
  })

  test('a code that was used: the tokens of the first use end too', async () => {
    const pending = await startLogin(app)
    const { location } = await visit(pending.url, browser.cookie)
    const tokens = await finishLogin(app, pending, location)
    await expect(finishLogin(app, pending, location)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(client.fetchUserInfo(app.config, tokens.access_token, browser.person.uid)).rejects.toThrow()
  })

  test('a code with another verifier', async () => {
    const pending = await startLogin(app)
    const { location } = await visit(pending.url, browser.cookie)
    const other = { ...pending, verifier: client.randomPKCECodeVerifier() }
    await expect(finishLogin(app, other, location)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('a code without the verifier that its challenge demands', async () => {
    const pending = await startLogin(app)
    const { location } = await visit(pending.url, browser.cookie)
    const answer = await fetch(app.config.serverMetadata().token_endpoint ?? '', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: location.searchParams.get('code') ?? '',
        redirect_uri: CALLBACK,
      }),
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ])
  })
})

test('a session whose token alone was stolen is asked to authenticate again', async () => {
  const { url } = await startLogin(app)
  const { location } = await visit(url, `utoken=${browser.token}`)
  expect(location.pathname).toMatch(/^\/en\/authorize\/[\w-]+$/)
})

test('checks the session once for each request: at the start, on the way to the login, and when the request goes on', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const checksDuring = async <T>(work: () => Promise<T>) => {
    query.mockClear()
    const result = await work()
    const names = query.mock.calls.map(([config]: unknown[]) => (config as pg.QueryConfig).name)
    const count = (...wanted: string[]) => names.filter(name => wanted.includes(name ?? '')).length
    return { result, counts: [count('session.find', 'session.find_one'), count('session.companion')] }
  }
  const { url } = await startLogin(app, { prompt: 'consent' })
  const start = await checksDuring(() => visit(url, browser.cookie))
  const stolen = `utoken=${browser.token}`
  const toLogin = await checksDuring(async () => visit((await startLogin(app)).url, stolen))
  const flow = start.result.location.pathname.split('/').at(-1) ?? ''
  const { data } = await server.call(answerAuthorization, { flow, answer: 'allow' }, { token: browser.token })
  const cookie = [browser.cookie, ...start.result.cookies].join('; ')
  const resumed = await checksDuring(() => visit(data.location, cookie))
  query.mockRestore()
  expect(resumed.result.location.origin).toBe(new URL(CALLBACK).origin)
  expect([start.counts, toLogin.counts, resumed.counts]).toEqual([
    [1, 1],
    // Without a companion cookie no statement is needed.
    [1, 0],
    [1, 1],
  ])
})
