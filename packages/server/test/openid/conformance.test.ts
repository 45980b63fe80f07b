/**
 * What modules of the OpenID Foundation's conformance suite check and no other test does. A title names the module;
 * docs/openid-conformance.md lists all of them. Every request carries a PKCE challenge, which this provider demands.
 */
import { answerAuthorization } from '@kerf/contract/endpoints/openid'
import { decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
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
const app = await registerClient(server, { postLogoutRedirectUris: [AFTER] })
const browser = await openBrowser(server)
await server.sql(
  `update account set country = 'DE', region = 'BE', nickname = 'Ada', gender = 'female', birthday = '1815-12-10'
    where uid = $1`,
  browser.person.uid,
)

const userInfo = `/oidc/userinfo`
const sub = () => browser.person.uid

test.each<[string, Record<string, string | undefined>]>([
  ['oidcc-server', {}],
  ['oidcc-ensure-request-without-nonce-succeeds-for-code-flow', { nonce: undefined }],
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
  const pending = await startLogin(app, parameters)
  const { location } = await visit(pending.url, browser.cookie)
  const tokens = await client.authorizationCodeGrant(app.config, location, {
    pkceCodeVerifier: pending.verifier,
    expectedState: pending.state,
    ...('nonce' in parameters ? {} : { expectedNonce: pending.nonce }),
    idTokenExpected: true,
  })
  expect(tokens.claims()?.sub).toBe(sub())
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

test('oidcc-response-type-missing', async () => {
  const { url } = await startLogin(app)
  url.searchParams.delete('response_type')
  const { location } = await visit(url, browser.cookie)
  expect(location.searchParams.get('error')).toBe('invalid_request')
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

test('oidcc-rp-initiated-logout-no-state, -query-added-to-post-logout-redirect-uri, -modified-id-token-hint', async () => {
  const signedIn = await openBrowser(server)
  const { id_token = '' } = await logIn(app, signedIn)
  const logout = (parameters: Record<string, string>) =>
    visit(client.buildEndSessionUrl(app.config, parameters), signedIn.cookie)
  const added = await logout({ id_token_hint: id_token, post_logout_redirect_uri: `${AFTER}?x=1` })
  const modified = await logout({
    id_token_hint: `${id_token.slice(0, -6)}AAAAAA`,
    post_logout_redirect_uri: AFTER,
  })
  for (const { location } of [added, modified]) expect(location.pathname).toBe('/en/authorize/error')
  const done = await logout({ id_token_hint: id_token, post_logout_redirect_uri: AFTER })
  expect(done.location.href).toBe(AFTER)
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
