/** Login of operators by the company's OpenID provider: only an invitation connects a person with an operator (S-170). */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOperator } from '../../src/operations/operator/operators.ts'
import { useConsole } from './console-fixture.ts'

let server: Server
let issuer = ''
const keys = await generateKeyPair('ES256')
const company = { issuer: 'http://localhost:1' }
/** What the provider would send back: the code says who logged in, and for which request. */
const codeOf = (sub: string, nonce: string) =>
  Buffer.from(JSON.stringify({ sub, nonce })).toString('base64url')

beforeAll(async () => {
  const jwk = { ...(await exportJWK(keys.publicKey)), alg: 'ES256', use: 'sig', kid: 'k' }
  server = createServer(async (request, response) => {
    const send = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
      })
    if (request.url === '/jwks') return send({ keys: [jwk] })
    let body = ''
    for await (const chunk of request) body += chunk
    const { sub, nonce } = JSON.parse(
      Buffer.from(new URLSearchParams(body).get('code') ?? '', 'base64url').toString(),
    ) as { sub: string; nonce: string }
    const idToken = await new SignJWT({ nonce, email: `${sub}@company.example`, email_verified: true })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(issuer)
      .setAudience('console')
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(keys.privateKey)
    return send({ access_token: 'x', token_type: 'Bearer', id_token: idToken })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  company.issuer = issuer
})
afterAll(() => server.close())

// After the provider listens.
const console_ = useConsole({
  consoleProvider: () => ({ ...company, clientId: 'console', clientSecret: 'secret' }),
})

async function start(invitation?: string) {
  const { body } = await console_.post('/openid/start', { ...(invitation && { invitation }) })
  const { flow, url } = body as unknown as { flow: string; url: string }
  const request = new URL(url).searchParams
  expect(request.get('code_challenge_method')).toBe('S256')
  return { flow, state: request.get('state') ?? '', nonce: request.get('nonce') ?? '' }
}
const finish = (flow: string, code: string, state: string) =>
  console_.post('/openid/finish', { flow, query: `?code=${code}&state=${state}` })

async function logIn(sub: string, invitation?: string) {
  const { flow, state, nonce } = await start(invitation)
  return finish(flow, codeOf(sub, nonce), state)
}

test('an invitation connects a person of the company, who then logs in without a passkey', async () => {
  expect((await console_.post('/entrance')).body).toMatchObject({ company: true })
  const invitation = await console_.invite('lin', ['support'])
  expect((await logIn('lin-at-company', invitation)).body.session).toMatchObject({
    name: 'lin',
    hasCompanyLogin: true,
  })
  const { status, body } = await logIn('lin-at-company')
  expect({ status, name: body.session?.name }).toEqual({ status: 200, name: 'lin' })
  expect((await console_.call(body.token ?? '', 'find', { query: 'abc' })).status).toBe(200)
})

test('anybody else of the company is no operator, and nobody takes the place of another', async () => {
  expect((await logIn('stranger')).body.error).toBe('expired')
  const invitation = await console_.invite('mei', ['support'])
  expect((await logIn('lin-at-company', invitation)).body.error).toBe('expired')
  expect((await logIn('mei-at-company', invitation)).status).toBe(200)
  await removeOperator(console_.db, 'mei', 'root')
  expect((await logIn('mei-at-company')).body.error).toBe('expired')
})

test('a way back counts once, for the browser and the request that began it', async () => {
  const { flow, state, nonce } = await start()
  const other = await start()
  const code = codeOf('lin-at-company', nonce)
  expect((await finish(other.flow, code, state)).body.error).toBe('company_login')
  expect((await finish(flow, codeOf('lin-at-company', 'another nonce'), state)).body.error).toBe(
    'company_login',
  )
  expect((await finish(flow, code, state)).body.error).toBe('expired')
  const third = await start()
  const right = codeOf('lin-at-company', third.nonce)
  expect((await finish(third.flow, right, third.state)).status).toBe(200)
  expect((await finish(third.flow, right, third.state)).body.error).toBe('expired')
})
