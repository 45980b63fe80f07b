import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendVerificationCode, verifyEmail, verifyRecaptcha } from '@kerf/contract/endpoints/verification'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createRecaptcha } from '../../src/identity/verification/recaptcha.ts'
import { newEmail } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

type Reply = { readonly status: number; readonly body: string } | 'no answer' | 'closed'

let reply: Reply
let requests: URLSearchParams[]

const provider = createServer((request, response) => {
  let body = ''
  request.on('data', chunk => {
    body += String(chunk)
  })
  request.on('end', () => {
    requests.push(new URLSearchParams(body))
    if (reply === 'no answer') return
    if (reply === 'closed') request.socket.destroy()
    else response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  })
})
await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
const providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`
const server = await useTestServer({
  env: { HUMAN_CHECK: 'recaptcha', RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'the-secret' },
})
// Requests to the provider go to the server above, all others are sent as usual.
const direct = globalThis.fetch
vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) =>
  direct(String(input).startsWith('https://www.google.com/recaptcha/') ? providerUrl : input, init),
)
beforeEach(() => {
  requests = []
})
afterAll(async () => {
  vi.unstubAllGlobals()
  provider.closeAllConnections()
  await new Promise(resolve => provider.close(resolve))
})

const ok = (body: unknown): Reply => ({ status: 200, body: JSON.stringify(body) })

test('issues a ticket for one code for a valid token', async () => {
  reply = ok({ success: true, score: 0.9, hostname: 'passport.kerf.example' })
  const { code, data } = await server.call(verifyRecaptcha, { token: 'the-token' }, { ip: '203.0.113.5' })
  expect(code).toBe(0)
  expect(Object.fromEntries(requests[0] ?? [])).toEqual({
    secret: 'the-secret',
    response: 'the-token',
    remoteip: '203.0.113.5',
  })
  const email = newEmail()
  const { nonce } = (await server.call(verifyEmail, { email, scene: 'register' })).data
  const send = () => server.call(sendVerificationCode, { receiver: email, nonce, ticket: data.ticket })
  expect((await send()).code).toBe(0)
  await server.sql(`update verification_gate set sent_at = sent_at - interval '61 seconds'`)
  expect((await send()).code).toBe(20206)
})

test.each([
  ['success false', ok({ success: false, 'error-codes': ['timeout-or-duplicate'] }), 20205],
  ['a low score', ok({ success: true, score: 0.1 }), 20205],
  ['a 500', { status: 500, body: '{"success":true}' }, 20902],
  ['a redirect', { status: 302, body: '' }, 20902],
  ['no JSON', { status: 200, body: '<html>' }, 20902],
  ['other JSON', ok({ success: 'true' }), 20902],
  ['a broken connection', 'closed', 20902],
] as const)('issues no ticket if the provider answers with %s', async (_name, given, code) => {
  reply = given
  const answer = await server.call(verifyRecaptcha, { token: 'the-token' })
  expect(answer.code).toBe(code)
  expect(answer.text).not.toContain('the-secret')
})

test('times out and issues no ticket if the provider does not answer', async () => {
  reply = 'no answer'
  const answer = await server.call(verifyRecaptcha, { token: 'the-token' })
  expect([answer.code, answer.status]).toEqual([20902, 503])
})

test('rejects a forged ticket while the provider is unreachable', async () => {
  reply = 'closed'
  const email = newEmail()
  const { nonce } = (await server.call(verifyEmail, { email, scene: 'register' })).data
  for (const ticket of ['the-token', 'A'.repeat(43)])
    expect([20205, 20206]).toContain(
      (await server.call(sendVerificationCode, { receiver: email, nonce, ticket })).code,
    )
})

test('resolves to false for a rejected token and rejects for an unreachable provider', async () => {
  const check = createRecaptcha('the-secret', providerUrl)
  reply = ok({ success: true })
  expect(await check('t', '203.0.113.5')).toBe(true)
  reply = ok({ success: false })
  expect(await check('t', '203.0.113.5')).toBe(false)
  await expect(createRecaptcha('the-secret', 'http://127.0.0.1:1/')('t', '203.0.113.5')).rejects.toThrow()
})
