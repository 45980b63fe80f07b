/** Tokens and claims of the demo provider, without the server. */
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createDemoProvider,
  type DemoProvider,
  offersDemo,
} from '../../src/demo/identity-provider/demo-provider.ts'
import { oidcProvider } from '../../src/identity/social/providers/oidc.ts'
import type { SocialProvider } from '../../src/identity/social/providers/social-provider.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { randomToken } from '../../src/platform/keys/secrets.ts'
import { createBrowser } from './browser.ts'

let http: FastifyInstance
let demo: DemoProvider
let provider: SocialProvider
let url = ''
beforeAll(async () => {
  http = fastify()
  const port = () => (http.server.address() as AddressInfo).port
  demo = createDemoProvider(() => [new URL(url)], port)
  await demo.routes(http)
  url = await http.listen({ port: 0, host: '127.0.0.1' })
  provider = oidcProvider({ ...demo.settings, issuer: demo.issuer, insecure: true })
})
afterAll(() => http.close())

const newRequest = () => ({
  state: randomToken(),
  nonce: randomToken(),
  verifier: randomToken(),
  redirectUri: `${url}/oauth/demo/callback`,
  lang: 'en',
})

/** Signs in at the demo provider and returns the callback URL. */
async function visit(
  request: ReturnType<typeof newRequest>,
  form: Readonly<Record<string, string>>,
): Promise<URL> {
  const browser = createBrowser({ urls: [url] })
  const page = await browser.follow((await provider.createAuthorizationUrl(request)).href, /\/interaction\//)
  const sent = await browser.visit(page, { form: { action: 'continue', ...form } })
  return new URL(await browser.follow(sent.headers.get('location') ?? '', /\/callback\?/))
}

interface Tokens {
  readonly access_token: string
  readonly id_token: string
  readonly error?: string
}
async function exchange(fields: Readonly<Record<string, string>>): Promise<Tokens> {
  const response = await fetch(`${demo.issuer()}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: demo.settings.clientId,
      client_secret: demo.settings.secret,
      ...fields,
    }),
  })
  return (await response.json()) as Tokens
}

test.each([
  [
    { name: 'Ada Byron', choice: 'verified' },
    { email: 'ada.byron@demo.example', emailVerified: true },
  ],
  [
    { name: 'Ada Byron', choice: 'unverified' },
    { email: 'ada.byron@demo.example', emailVerified: false },
  ],
  [
    { name: 'Ada Byron', choice: 'none' },
    { email: '', emailVerified: false },
  ],
  [
    { name: '李明', choice: 'verified', email: 'li@example.com' },
    { email: 'li@example.com', emailVerified: true },
  ],
])('returns the identity of %j', async (form, claims) => {
  const request = newRequest()
  const identity = await provider.exchangeCallback(request, await visit(request, form))
  expect(identity).toMatchObject({ issuer: demo.issuer(), name: form.name, ...claims })
  expect(identity.subject).toMatch(/^demo-[0-9a-f]{24}$/)
})

test('accepts its tokens for native sign-in: access token by introspection, ID token by signature', async () => {
  const request = newRequest()
  const callback = await visit(request, { name: 'Native', choice: 'verified' })
  const { redirectUri, verifier, nonce } = request
  const code = callback.searchParams.get('code') ?? ''
  const given = await exchange({ code, redirect_uri: redirectUri, code_verifier: verifier })
  const clientId = demo.settings.clientId
  const person = { email: 'native@demo.example', emailVerified: true, name: 'Native' }
  const { access_token: accessToken, id_token: idToken } = given
  expect(await provider.verifyNativeToken({ clientId, accessToken })).toMatchObject(person)
  expect(await provider.verifyNativeToken({ clientId, idToken, nonce })).toMatchObject(person)
  await expect(provider.verifyNativeToken({ clientId, idToken })).rejects.toThrow('another request')
  await expect(provider.verifyNativeToken({ clientId, accessToken: `${accessToken}x` })).rejects.toThrow()
  // A second use of a code is rejected and revokes its tokens.
  expect((await exchange({ code, redirect_uri: redirectUri, code_verifier: verifier })).error).toBe(
    'invalid_grant',
  )
  await expect(provider.verifyNativeToken({ clientId, accessToken })).rejects.toThrow()
})

test('requires the PKCE verifier', async () => {
  for (const verifier of [undefined, randomToken()]) {
    const request = newRequest()
    const callback = await visit(request, { name: 'Proof', choice: 'none' })
    const answer = await exchange({
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: request.redirectUri,
      ...(verifier !== undefined && { code_verifier: verifier }),
    })
    expect(answer).toMatchObject({ error: 'invalid_grant' })
  }
})

test.each([
  [{}, true],
  [{ DEPLOYMENT: 'cn' }, true],
  [{ SOCIAL_LOGIN: 'off' }, false],
  [{ WORKERS: '2' }, false],
  [{ OAUTH_DEMO_CLIENT_ID: 'x', OAUTH_DEMO_SECRET: 'y', OAUTH_DEMO_ISSUER: 'https://idp.example' }, false],
  [
    {
      NODE_ENV: 'production',
      MAIL_FROM: 'Kerf Passport <no-reply@kerf.test>',
      KERF_MASTER_KEY: 'A'.repeat(43),
      MAIL_URL: 'smtp://mail.example',
      PUBLIC_URL: 'https://passport.example',
    },
    false,
  ],
])('with %j the demo provider is available: %s', (env, offered) => {
  expect(offersDemo(readConfig(env, '/tmp'))).toBe(offered)
})
