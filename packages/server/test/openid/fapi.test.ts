/**
 * The modules of the plan `fapi2-security-profile-final-test-plan` that apply: pushed requests and DPoP, with a client secret. A test has
 * the name of its module without `fapi2-security-profile-final-`.
 */
import { randomUUID } from 'node:crypto'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { CALLBACK, issuerOf, openBrowser, registerClient, type TestApp, visit } from './openid-fixture.ts'

interface Key {
  readonly privateKey: CryptoKey
  readonly jwk: JWK
  readonly thumbprint: string
}

async function createKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  return { privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) }
}
const server = await useTestServer()
const [app, other, forum, browser, key, otherKey] = await Promise.all([
  registerClient(server),
  registerClient(server),
  registerClient(server, { party: 'third' }),
  openBrowser(server),
  createKey(),
  createKey(),
])

interface ProofOptions {
  readonly by?: Key
  /** seconds from now */
  readonly iat?: number
  readonly claims?: Readonly<Record<string, unknown>>
}
const now = () => Math.floor(Date.now() / 1_000)
const createProof = (path: string, { by = key, iat = 0, claims = {} }: ProofOptions = {}, htm = 'POST') =>
  new SignJWT({ htu: `${issuerOf(server)}/oidc/${path}`, htm, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: by.jwk })
    .setIssuedAt(now() + iat)
    .sign(by.privateKey)

type Parameters = Readonly<Record<string, string | undefined>>
interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, string>>
}

async function post(path: string, parameters: Parameters, of: TestApp, proof?: string): Promise<Answer> {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const answer = await fetch(`${issuerOf(server)}/oidc/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${of.clientId}:${of.secret}`)}`,
      ...(proof !== undefined && { DPoP: proof }),
    },
    body: new URLSearchParams(given),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

const VERIFIER = client.randomPKCECodeVerifier()
const push = async (parameters: Parameters = {}, of: TestApp = app, proof?: string): Promise<Answer> =>
  post(
    'par',
    {
      client_id: of.clientId,
      ...{ response_type: 'code', redirect_uri: CALLBACK, scope: 'openid email', state: 'abc', nonce: 'n' },
      code_challenge: await client.calculatePKCECodeChallenge(VERIFIER),
      code_challenge_method: 'S256',
      ...parameters,
    },
    of,
    proof,
  )
const authorize = ({ body }: Answer, of: TestApp = app) =>
  visit(
    `${issuerOf(server)}/oidc/authorize?${new URLSearchParams({ client_id: of.clientId, request_uri: body.request_uri ?? '' })}`,
    browser.cookie,
  )
const codeOf = async (pushed: Answer): Promise<string> => {
  const { location } = await authorize(pushed)
  return location.searchParams.get('code') ?? ''
}
const redeem = async (code: string, proof?: ProofOptions, parameters: Parameters = {}, of: TestApp = app) =>
  post(
    'token',
    {
      ...{ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER },
      ...parameters,
    },
    of,
    await createProof('token', proof),
  )
const expectRefusal = (answer: Answer, error: string) => {
  expect(answer).toMatchObject({ status: 400, body: { error } })
}

test('happy-flow, ensure-holder-of-key-required, access-token-type-header-case-sensitivity', async () => {
  const { status, body } = await redeem(await codeOf(await push()))
  expect([status, body.token_type]).toEqual([200, 'DPoP'])
  const userInfo = async (scheme: string, by: Key | undefined) => {
    const ath = Buffer.from(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.access_token)),
    ).toString('base64url')
    const proof = by && (await createProof('userinfo', { by, claims: { ath } }, 'GET'))
    const headers = { authorization: `${scheme} ${body.access_token}`, ...(proof && { DPoP: proof }) }
    return (await fetch(`${issuerOf(server)}/oidc/userinfo`, { headers })).status
  }
  expect(await userInfo('DPoP', key)).toBe(200)
  expect(await userInfo('dpop', key)).toBe(200)
  expect(await userInfo('DPoP', otherKey)).toBe(401)
  expect(await userInfo('Bearer', undefined)).toBe(401)
})

test.each<[string, Parameters]>([
  ['ensure-authorization-request-without-state-success', { state: undefined }],
  ['ensure-authorization-request-without-nonce-success', { nonce: undefined }],
  ['ensure-authorization-request-with-64-char-nonce-success', { nonce: 'n'.repeat(64) }],
  ['ensure-authorization-request-with-long-nonce', { nonce: 'n'.repeat(384) }],
  ['ensure-authorization-request-with-long-state', { state: 's'.repeat(384) }],
  ['ensure-other-scope-order-succeeds', { scope: 'email openid' }],
])('%s', async (_, parameters) => {
  const { location } = await authorize(await push(parameters))
  expect(location.searchParams.get('state')).toBe('state' in parameters ? (parameters.state ?? null) : 'abc')
  const { body } = await redeem(location.searchParams.get('code') ?? '')
  const claims = JSON.parse(Buffer.from((body.id_token ?? '').split('.')[1] ?? '', 'base64url').toString())
  expect(claims.nonce).toBe('nonce' in parameters ? parameters.nonce : 'n')
})

test.each([
  ['ensure-dpopproof-with-iat-10seconds-before-succeeds', -10],
  ['ensure-dpopproof-with-iat-10seconds-after-succeeds', 10],
])('%s', async (_, iat) => {
  expect(await redeem(await codeOf(await push()), { iat })).toMatchObject({ status: 200 })
})

test.each<[string, () => Promise<string>]>([
  ['of an old time', () => createProof('token', { iat: -3_600 })],
  ['of another method', () => createProof('token', {}, 'GET')],
  ['of another address', () => createProof('par')],
  ['without an id', () => createProof('token', { claims: { jti: undefined } })],
  ['that is no token', async () => 'x.y.z'],
  ['that has expired: check-dpop-proof-nbf-exp', () => createProof('token', { claims: { exp: now() - 60 } })],
  [
    'that is not valid yet: check-dpop-proof-nbf-exp',
    () => createProof('token', { claims: { nbf: now() + 60 } }),
  ],
])('dpop-negative-tests: a proof %s', async (_, proof) => {
  const code = await codeOf(await push())
  const parameters = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  }
  const answer = await post('token', parameters, app, await proof())
  expect(answer.status).toBe(400)
  // `use_dpop_nonce` comes with a nonce that replaces the app's clock (RFC 9449, section 8).
  expect(['invalid_dpop_proof', 'use_dpop_nonce']).toContain(answer.body.error)
})

test('ensure-mismatched-dpop-jkt-fails', async () => {
  const pushed = await push({ dpop_jkt: otherKey.thumbprint }, app, await createProof('par'))
  expect(pushed.status).toBe(400)
})

test.each<[string, () => Promise<Answer>, boolean]>([
  [
    'ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt',
    async () => push({}, app, await createProof('par', { by: otherKey })),
    false,
  ],
  [
    'ensure-token-endpoint-fails-with-mismatched-dpop-jkt',
    () => push({ dpop_jkt: otherKey.thumbprint }),
    false,
  ],
  [
    'ensure-dpopproof-at-par-endpoint-binding-success',
    async () => push({}, app, await createProof('par')),
    true,
  ],
  ['ensure-dpop-auth-code-binding-success', () => push({ dpop_jkt: key.thumbprint }), true],
])('%s', async (_, pushed, succeeds) => {
  const answer = await redeem(await codeOf(await pushed()))
  if (succeeds) expect(answer.status).toBe(200)
  else expectRefusal(answer, 'invalid_grant')
})

test.each<[string, Parameters]>([
  ['ensure-response-type-code-idtoken-fails', { response_type: 'code id_token' }],
  ['ensure-response-type-token-fails', { response_type: 'token' }],
  ['ensure-registered-redirect-uri', { redirect_uri: `${CALLBACK}/other` }],
  ['ensure-request-object-without-redirect-uri-fails', { redirect_uri: undefined }],
  ['par-ensure-pkce-required', { code_challenge: undefined, code_challenge_method: undefined }],
  ['par-plain-pkce-rejected', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
  [
    'par-authorization-request-containing-request_uri-form-param',
    { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
  ],
])('%s', async (_, parameters) => {
  const pushed = await push(parameters)
  expect(pushed.status).toBe(400)
  expect(pushed.body.request_uri).toBeUndefined()
})

test('par-attempt-invalid-http-method', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await fetch(`${issuerOf(server)}/oidc/par`, { method })).status).toBe(405)
})

test('ensure-pkce-code-verifier-required, incorrect-pkce-code-verifier-rejected', async () => {
  expectRefusal(await redeem(await codeOf(await push()), {}, { code_verifier: undefined }), 'invalid_grant')
  const wrong = { code_verifier: client.randomPKCECodeVerifier() }
  expectRefusal(await redeem(await codeOf(await push()), {}, wrong), 'invalid_grant')
})

test('ensure-authorization-code-is-bound-to-client, ensure-client-id-in-token-endpoint', async () => {
  const code = await codeOf(await push())
  expectRefusal(await redeem(code, {}, {}, other), 'invalid_grant')
  expectRefusal(
    await redeem(await codeOf(await push()), {}, { client_id: other.clientId }),
    'invalid_request',
  )
})

test('ensure-token-endpoint-fails-with-expired-auth-code', async () => {
  const code = await codeOf(await push())
  await server.sql(
    `update openid_token set expires_at = now() - interval '1 second' where uid = $1`,
    browser.person.uid,
  )
  expectRefusal(await redeem(code), 'invalid_grant')
})

test('par-attempt-to-use-expired-request_uri', async () => {
  const pushed = await push()
  await server.sql(`update openid_flow set expires_at = now() - interval '1 second'`)
  const { location } = await authorize(pushed)
  expect(location.pathname).toBe('/en/authorize/error')
})

test('par-attempt-reuse-request_uri, attempt-reuse-authorization-code-after-one-second', async () => {
  const pushed = await push()
  const code = await codeOf(pushed)
  expect((await redeem(code)).status).toBe(200)
  expectRefusal(await redeem(code), 'invalid_grant')
  const [reuse] = await server.sql(
    `select outcome, detail->>'kind' as kind from audit_event where event = 'openid.reused'`,
  )
  expect(reuse).toEqual({ outcome: 'refused', kind: 'AuthorizationCode' })
  expect((await authorize(pushed)).location.searchParams.has('code')).toBe(false)
})

test('par-ensure-reused-request-uri-prior-to-auth-completion-succeeds', async () => {
  const pushed = await push({}, forum)
  for (let count = 0; count < 2; count++)
    expect((await authorize(pushed, forum)).location.pathname).toMatch(/^\/en\/authorize\/[\w-]{43}$/)
})

test('par-attempt-to-use-request_uri-for-different-client', async () => {
  const { location } = await authorize(await push(), other)
  expect(location.pathname).toBe('/en/authorize/error')
})

test.each([
  'ensure-different-nonce-inside-and-outside-request-object',
  'ensure-different-state-inside-and-outside-request-object',
  'state-only-outside-request-object-not-used',
])('%s', async name => {
  const isStateOutside = name.startsWith('state-only')
  const pushed = await push(isStateOutside ? { state: undefined } : {})
  const query = new URLSearchParams({ client_id: app.clientId, request_uri: pushed.body.request_uri ?? '' })
  query.set('state', 'outside')
  query.set('nonce', 'outside')
  const { location } = await visit(`${issuerOf(server)}/oidc/authorize?${query}`, browser.cookie)
  expect(location.searchParams.get('code')).toMatch(/\S/)
  expect(location.searchParams.get('state')).toBe(isStateOutside ? null : 'abc')
  const { body } = await redeem(location.searchParams.get('code') ?? '')
  const claims = JSON.parse(Buffer.from((body.id_token ?? '').split('.')[1] ?? '', 'base64url').toString())
  expect(claims.nonce).toBe('n')
})

test('refresh-token', async () => {
  const { body } = await redeem(await codeOf(await push()))
  // Without consent to offline access there is none.
  expect(body.refresh_token).toBeUndefined()
})
