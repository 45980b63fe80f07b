/**
 * What modules of the OpenID Foundation's conformance suite check and no other test does. A title names the module;
 * docs/openid-conformance.md lists all of them. As the suite does, requests carry no PKCE challenge: the app chose `--pkce optional`.
 */
import { answerAuthorization } from '@kerf/contract/endpoints/openid'
import { decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import {
  CALLBACK,
  finishLogin,
  issuerOf,
  logIn,
  openBrowser,
  registerClient,
  startLogin,
  visit,
} from './openid-fixture.ts'

const AFTER = 'https://shop.example/bye'

const server = await useTestServer()
const app = await registerClient(server, { postLogoutRedirectUris: [AFTER], pkce: 'optional' })
const WITHOUT_PKCE = { code_challenge: undefined, code_challenge_method: undefined }
const browser = await openBrowser(server)
await server.sql(
  `update account set country = 'DE', region = 'BE', nickname = 'Ada', gender = 'female', birthday = '1815-12-10'
    where uid = $1`,
  browser.person.uid,
)

const userInfo = `/oidc/userinfo`
const sub = () => browser.person.uid

/** Where the answer leads, of the response mode form_post too: the page posts it to the app. */
async function answerOf(url: URL, cookie = browser.cookie): Promise<URL> {
  const { location, text } = await visit(url, cookie)
  if (location.protocol !== 'none:') return location
  const address = new URL(/action="([^"]+)"/.exec(text)?.[1] ?? 'none:')
  for (const [, name = '', value = ''] of text.matchAll(/name="([^"]+)" value="([^"]*)"/g))
    address.searchParams.set(name, value.replaceAll('&#x2F;', '/').replaceAll('&amp;', '&'))
  return address
}

/** By a nonce alone, as the suite logs in. */
async function logInWithoutPkce(
  parameters: Readonly<Record<string, string | undefined>> = {},
  cookie = browser.cookie,
) {
  const { url, state, nonce } = await startLogin(app, { ...WITHOUT_PKCE, ...parameters })
  return client.authorizationCodeGrant(app.config, await answerOf(url, cookie), {
    ...{ expectedState: state, expectedNonce: nonce, idTokenExpected: true },
  })
}

describe.each([
  ['Basic', {}],
  ['Form Post', { response_mode: 'form_post' }],
])('%s', (_plan, mode) => {
  test.each<[string, Record<string, string | undefined>]>([
    ['oidcc-server', {}],
    ['oidcc-ensure-other-scope-order-succeeds', { scope: 'email openid' }],
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-prompt-none-logged-in', { prompt: 'none' }],
    ['oidcc-max-age-10000', { max_age: '10000' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-login-hint', { login_hint: 'someone@example.com' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-claims-essential', { claims: JSON.stringify({ userinfo: { name: { essential: true } } }) }],
  ])('%s', async (_, parameters) => {
    const tokens = await logInWithoutPkce({ ...mode, ...parameters })
    expect(tokens.claims()?.sub).toBe(sub())
  })

  test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow needs a challenge instead', async () => {
    const without = await startLogin(app, { ...WITHOUT_PKCE, ...mode, nonce: undefined })
    expect((await answerOf(without.url)).searchParams.get('error')).toBe('invalid_request')
    const { url, verifier, state } = await startLogin(app, { ...mode, nonce: undefined })
    const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
    const tokens = await client.authorizationCodeGrant(app.config, await answerOf(url), checks)
    expect(tokens.claims()?.sub).toBe(sub())
  })

  test('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const { url, verifier, state, nonce } = await startLogin(app, mode)
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
    const tokens = await client.authorizationCodeGrant(app.config, await answerOf(url), checks)
    expect(tokens.claims()?.sub).toBe(sub())
  })

  test.each([
    ['oidcc-prompt-login', { prompt: 'login' }, 0],
    ['oidcc-max-age-1', { max_age: '1' }, 2],
  ])('%s: the second login authenticates again', async (_, parameters, waitSeconds) => {
    const own = await openBrowser(server)
    const first = await logInWithoutPkce(mode, own.cookie)
    // As if the suite had waited.
    await server.sql(
      `update session set proved_at = proved_at - $2 * interval '1 second' where uid = $1`,
      own.person.uid,
      waitSeconds,
    )
    const { url, state, nonce } = await startLogin(app, { ...WITHOUT_PKCE, ...mode, ...parameters })
    const { location, cookies } = await visit(url, own.cookie)
    expect(location.pathname).toMatch(/^\/en\/authorize\//)
    const flow = location.pathname.split('/').at(-1) ?? ''
    const answer = () => server.call(answerAuthorization, { flow, answer: 'allow' }, { token: own.token })
    expect((await answer()).code).toBe(20107)
    await server.sql(
      `update session set proved_at = now() + interval '2 seconds' where uid = $1`,
      own.person.uid,
    )
    const back = new URL((await answer()).data.location)
    const checks = { expectedState: state, expectedNonce: nonce, idTokenExpected: true }
    const target = await answerOf(back, [own.cookie, ...cookies].join('; '))
    const second = await client.authorizationCodeGrant(app.config, target, checks)
    expect(Number(second.claims()?.auth_time)).toBeGreaterThan(Number(first.claims()?.auth_time))
  })

  test('oidcc-prompt-none-not-logged-in', async () => {
    const { url } = await startLogin(app, { ...WITHOUT_PKCE, ...mode, prompt: 'none' })
    expect((await answerOf(url, '')).searchParams.get('error')).toBe('login_required')
  })

  test('oidcc-codereuse, oidcc-codereuse-30seconds: the access token ends', async () => {
    const own = await openBrowser(server)
    const { url, state, nonce } = await startLogin(app, { ...WITHOUT_PKCE, ...mode })
    const target = await answerOf(url, own.cookie)
    const checks = { expectedState: state, expectedNonce: nonce }
    const { access_token } = await client.authorizationCodeGrant(app.config, target, checks)
    await server.sql(
      `update openid_token set consumed_at = consumed_at - interval '30 seconds' where uid = $1`,
      own.person.uid,
    )
    await expect(client.authorizationCodeGrant(app.config, target, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(client.fetchUserInfo(app.config, access_token, own.person.uid)).rejects.toThrow()
  })

  test('oidcc-ensure-registered-redirect-uri', async () => {
    const { url } = await startLogin(app, { ...WITHOUT_PKCE, ...mode, redirect_uri: `${CALLBACK}/other` })
    const { location } = await visit(url, browser.cookie)
    expect([location.origin, location.pathname]).toEqual([issuerOf(server), '/en/authorize/error'])
  })

  test('oidcc-response-type-missing', async () => {
    const { url } = await startLogin(app, { ...WITHOUT_PKCE, ...mode })
    url.searchParams.delete('response_type')
    expect((await answerOf(url)).searchParams.get('error')).toBe('invalid_request')
  })

  test('oidcc-refresh-token', async () => {
    const parameters = { ...WITHOUT_PKCE, ...mode, scope: 'openid offline_access', prompt: 'consent' }
    const { url, state, nonce } = await startLogin(app, parameters)
    const { location, cookies } = await visit(url, browser.cookie)
    const flow = location.pathname.split('/').at(-1) ?? ''
    const { data } = await server.call(
      answerAuthorization,
      { flow, answer: 'allow' },
      { token: browser.token },
    )
    const target = await answerOf(new URL(data.location), [browser.cookie, ...cookies].join('; '))
    const checks = { expectedState: state, expectedNonce: nonce, idTokenExpected: true }
    const tokens = await client.authorizationCodeGrant(app.config, target, checks)
    const renewed = await client.refreshTokenGrant(app.config, tokens.refresh_token ?? '')
    expect(renewed.claims()).toMatchObject({ sub: sub(), aud: app.clientId })
  })
})

test('oidcc-alternate-happy-flow: a second address, which has a query', async () => {
  const second = `${CALLBACK}?dummy1=lorem&dummy2=ipsum`
  const two = await registerClient(server, { redirectUris: [CALLBACK, second] })
  const pending = await startLogin(two, { redirect_uri: second })
  const { location } = await visit(pending.url, browser.cookie)
  expect(location.href).toMatch(/\?dummy1=lorem&dummy2=ipsum&code=/)
  // openid-client sends the address without its query.
  const answer = await fetch(`${issuerOf(server)}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${two.clientId}:${two.secret}`)}` },
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', redirect_uri: second, code_verifier: pending.verifier },
      code: location.searchParams.get('code') ?? '',
    }),
  })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ id_token: expect.any(String) }),
  ])
})

test('oidcc-id-token-hint', async () => {
  const { id_token = '' } = await logIn(app, browser)
  const same = await visit(
    (await startLogin(app, { id_token_hint: id_token, prompt: 'none' })).url,
    browser.cookie,
  )
  expect(same.location.searchParams.has('code')).toBe(true)
  const other = await openBrowser(server)
  const changed = await visit(
    (await startLogin(app, { id_token_hint: id_token, prompt: 'none' })).url,
    other.cookie,
  )
  expect(changed.location.searchParams.get('error')).toBe('login_required')
})

test('an app may have its ID tokens signed by ES256', async () => {
  const modern = await registerClient(server, { idTokenAlg: 'ES256' })
  const { id_token = '' } = await logIn(modern, browser)
  expect(decodeProtectedHeader(id_token)).toMatchObject({ alg: 'ES256' })
})

test('oidcc-ensure-post-request-succeeds', async () => {
  const pending = await startLogin(app)
  const answer = await fetch(`${issuerOf(server)}/oidc/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: pending.url.searchParams,
  })
  const { location } = await visit(
    new URL(answer.headers.get('location') ?? '', issuerOf(server)),
    browser.cookie,
  )
  expect((await finishLogin(app, pending, location)).claims()?.sub).toBe(sub())
})

test('oidcc-server-client-secret-post', async () => {
  const config = await client.discovery(
    new URL(issuerOf(server)),
    app.clientId,
    undefined,
    client.ClientSecretPost(app.secret ?? ''),
    { execute: [client.allowInsecureRequests] },
  )
  expect((await logIn({ ...app, config }, browser)).claims()?.sub).toBe(sub())
})

test('oidcc-userinfo-get, oidcc-userinfo-post-header, oidcc-userinfo-post-body', async () => {
  const { access_token } = await logIn(app, browser)
  const address = issuerOf(server) + userInfo
  const headers = { authorization: `Bearer ${access_token}` }
  const answers = await Promise.all([
    fetch(address, { headers }),
    fetch(address, { method: 'POST', headers }),
    fetch(address, { method: 'POST', body: new URLSearchParams({ access_token }) }),
  ])
  for (const answer of answers) expect(await answer.json()).toMatchObject({ sub: sub() })
})

test('oidcc-scope-profile, oidcc-scope-email, oidcc-scope-address, oidcc-scope-all', async () => {
  const claimsOf = async (scope: string) => {
    const { access_token } = await logIn(app, browser, { scope })
    return client.fetchUserInfo(app.config, access_token, sub())
  }
  const profile = {
    name: 'Ada',
    nickname: 'Ada',
    gender: 'female',
    birthdate: '1815-12-10',
    locale: 'en',
    updated_at: expect.any(Number),
  }
  const email = { email: browser.person.email, email_verified: true }
  const address = { address: { country: 'DE', region: 'BE' } }
  expect(await claimsOf('openid profile')).toEqual({ sub: sub(), preferred_username: 'Ada', ...profile })
  expect(await claimsOf('openid email')).toEqual({ sub: sub(), ...email })
  expect(await claimsOf('openid address')).toEqual({ sub: sub(), ...address })
  expect(await claimsOf('openid profile email address benefits')).toMatchObject({
    ...profile,
    ...email,
    ...address,
    benefits: [],
  })
})

describe('RP-initiated logout', () => {
  const NONE = btoa('{"alg":"none"}').replaceAll('=', '')
  const START = `${issuerOf(server)}/oidc/logout`

  /** `page`: where the browser ends; the suite accepts an error or a question where nothing may be sent to the app. */
  test.each<[string, (idToken: string) => Record<string, string>, string]>([
    [
      '',
      id_token_hint => ({ id_token_hint, post_logout_redirect_uri: AFTER, state: 'xyz' }),
      `${AFTER}?state=xyz`,
    ],
    ['-no-state', id_token_hint => ({ id_token_hint, post_logout_redirect_uri: AFTER }), AFTER],
    ['-no-post-logout-redirect-uri', id_token_hint => ({ id_token_hint, state: 'xyz' }), '/en/login'],
    ['-no-id-token-hint', () => ({ post_logout_redirect_uri: AFTER, state: 'xyz' }), '/en/authorize/error'],
    ['-no-params', () => ({}), '/en/authorize/logout'],
    ['-only-state', () => ({ state: 'xyz' }), '/en/authorize/logout'],
    [
      '-bad-post-logout-redirect-uri',
      id_token_hint => ({ id_token_hint, post_logout_redirect_uri: 'https://shop.example/unknown' }),
      '/en/authorize/error',
    ],
    [
      '-query-added-to-post-logout-redirect-uri',
      id_token_hint => ({ id_token_hint, post_logout_redirect_uri: `${AFTER}?foo=bar` }),
      '/en/authorize/error',
    ],
    [
      '-bad-id-token-hint',
      () => ({ id_token_hint: 'not.a.token', post_logout_redirect_uri: AFTER }),
      '/en/authorize/error',
    ],
    [
      '-modified-id-token-hint',
      idToken => ({
        id_token_hint: `${NONE}.${idToken.split('.')[1]}.`,
        post_logout_redirect_uri: AFTER,
      }),
      '/en/authorize/error',
    ],
  ])('oidcc-rp-initiated-logout%s', async (_, parameters, page) => {
    const own = await openBrowser(server)
    const { id_token = '' } = await logInWithoutPkce({}, own.cookie)
    const { location } = await visit(`${START}?${new URLSearchParams(parameters(id_token))}`, own.cookie)
    expect(page.startsWith('/') ? location.pathname : location.href).toBe(page)
    // The question is answered by the person; an error leaves the session alone.
    const silent = await startLogin(app, { ...WITHOUT_PKCE, prompt: 'none' })
    const { searchParams } = await answerOf(silent.url, own.cookie)
    expect(searchParams.get('error')).toBe(page.startsWith('/en/authorize/') ? null : 'login_required')
  })
})

test('fapi2-security-profile-final-user-rejects-authentication, with a pushed request', async () => {
  const forum = await registerClient(server, { party: 'third' })
  const verifier = client.randomPKCECodeVerifier()
  const url = await client.buildAuthorizationUrlWithPAR(forum.config, {
    redirect_uri: CALLBACK,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'abc',
  })
  const { location, cookies } = await visit(url, browser.cookie)
  const flow = location.pathname.split('/').at(-1) ?? ''
  const { data } = await server.call(answerAuthorization, { flow, answer: 'deny' }, { token: browser.token })
  const back = await visit(data.location, [browser.cookie, ...cookies].join('; '))
  expect(Object.fromEntries(back.location.searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'abc',
    iss: issuerOf(server),
  })
})
