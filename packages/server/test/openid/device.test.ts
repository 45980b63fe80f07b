/** Login of a device without a browser (RFC 8628). */
import { activateDevice, describeDevice } from '@kerf/contract/endpoints/openid'
import { reportNotMe } from '@kerf/contract/endpoints/session'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { withOpenTransaction } from '../account-center/fixtures.ts'
import { useTestServer } from '../support/test-server.ts'
import { auditOf, issuerOf, openBrowser, registerClient, visit } from './openid-fixture.ts'

const server = await useTestServer()
// The server knows an app of a device as soon as it knows a later one.
const device = await registerClient(server, { type: 'device', redirectUris: [], name: 'Cutter' })
await registerClient(server)

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
const start = () =>
  client.initiateDeviceAuthorization(device.config, { scope: 'openid email offline_access' })
const poll = (device_code: string) => client.genericGrantRequest(device.config, DEVICE_CODE, { device_code })

test('a person allows it with the code that it shows', async () => {
  const { device_code, user_code, verification_uri, verification_uri_complete } = await start()
  expect(verification_uri).toBe(`${issuerOf(server)}/oidc/device`)
  const { location } = await visit(verification_uri_complete ?? '')
  expect(location.pathname + location.search).toBe(`/en/activate?user_code=${user_code}`)
  await expect(poll(device_code)).rejects.toMatchObject({ error: 'authorization_pending' })

  const browser = await openBrowser(server)
  const { token, person } = browser
  const typed = user_code.toLowerCase().replace('-', ' ')
  const { data } = await server.call(describeDevice, { code: typed }, { token })
  expect(data).toMatchObject({
    client: { name: 'Cutter', type: 'device' },
    scopes: ['openid', 'email', 'offline_access'],
    needs: 'nothing',
  })
  expect((await server.call(activateDevice, { code: typed, answer: 'allow' }, { token })).code).toBe(0)
  expect(await auditOf(server, browser)).toEqual(['openid.device'])
  const tokens = await poll(device_code)
  expect(tokens.claims()?.sub).toBe(person.uid)
  expect(await client.refreshTokenGrant(device.config, tokens.refresh_token ?? '')).toHaveProperty(
    'access_token',
  )

  await expect(poll(device_code)).rejects.toMatchObject({ error: 'invalid_grant' })
  expect((await server.call(activateDevice, { code: typed, answer: 'allow' }, { token })).code).toBe(20201)
})

test('the page compares the places, and the mail after an allowed login ends it', async () => {
  const answer = await fetch(`${issuerOf(server)}/oidc/device/authorize`, {
    method: 'POST',
    headers: { 'x-forwarded-for': '8.8.8.8' },
    body: new URLSearchParams({ client_id: device.clientId, scope: 'openid offline_access' }),
  })
  const { device_code, user_code: code } = (await answer.json()) as { device_code: string; user_code: string }
  const { token, person } = await openBrowser(server)
  const describeFrom = async (ip: string) => (await server.call(describeDevice, { code }, { token, ip })).data
  expect(await describeFrom('8.8.4.4')).toMatchObject({ place: 'United States', elsewhere: false })
  expect(await describeFrom('77.88.8.8')).toMatchObject({ place: 'United States', elsewhere: true })
  expect(await describeFrom('10.1.2.3')).toMatchObject({ elsewhere: false })

  await server.call(activateDevice, { code, answer: 'allow' }, { token })
  const tokens = await poll(device_code)
  const mail = await server.waitForMail(person.email, ({ text }) => /You allowed .*Cutter/.test(text))
  const link = /not-me[^\s#]*#([\w-]+)/.exec(mail.text)?.[1] ?? ''
  expect((await server.call(reportNotMe, { link })).code).toBe(0)
  await expect(client.refreshTokenGrant(device.config, tokens.refresh_token ?? '')).rejects.toThrow()
})

test('polling faster than the interval is slowed down, and does not delay the tokens', async () => {
  const { device_code, user_code } = await start()
  const polls = await Promise.allSettled(Array.from({ length: 4 }, () => poll(device_code)))
  const errors = polls.map(one => (one.status === 'rejected' ? one.reason.error : 'none'))
  expect(new Set(errors)).toEqual(new Set(['authorization_pending', 'slow_down']))
  const keys = await server.sql<{ key: string }>(`select key from rate_limit where key like 'device-poll:%'`)
  expect(keys).not.toHaveLength(0)
  expect(JSON.stringify(keys), 'the code itself is stored nowhere').not.toContain(device_code)
  // Another device is not affected.
  await expect(poll((await start()).device_code)).rejects.toMatchObject({ error: 'authorization_pending' })
  const { token } = await openBrowser(server)
  await server.call(activateDevice, { code: user_code, answer: 'allow' }, { token })
  expect(await poll(device_code)).toHaveProperty('access_token')
})

test('of polls at the same time one gets the tokens, and the grant lives', async () => {
  for (let round = 0; round < 5; round++) {
    const { device_code, user_code } = await start()
    const { token } = await openBrowser(server)
    await server.call(activateDevice, { code: user_code, answer: 'allow' }, { token })
    const polls = await Promise.allSettled(Array.from({ length: 8 }, () => poll(device_code)))
    const [tokens, ...more] = polls.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    expect(more).toEqual([])
    expect(await client.refreshTokenGrant(device.config, tokens?.refresh_token ?? '')).toHaveProperty(
      'access_token',
    )
  }
})

describe('an HTTP Basic header with an empty secret', () => {
  const post = async (clientId: string, body: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${issuerOf(server)}/oidc/device/authorize`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:`).toString('base64')}` },
      body: new URLSearchParams({ scope: 'openid', ...body }),
    })
    return answer.json()
  }

  test('names a client that has no secret, as oidc-agent sends it', async () => {
    expect(await post(device.clientId)).toHaveProperty('device_code')
    expect(await post(device.clientId, { client_id: device.clientId })).toHaveProperty('device_code')
  })

  test('does not authenticate a client that has one, nor another client than the body names', async () => {
    const web = await registerClient(server)
    expect(await post(web.clientId)).toMatchObject({ error: 'invalid_client' })
    expect(await post(web.clientId, { client_id: device.clientId })).toMatchObject({
      error: 'invalid_request',
    })
  })
})

test('a person refuses it', async () => {
  const { device_code, user_code } = await start()
  const { token } = await openBrowser(server)
  await server.call(activateDevice, { code: user_code, answer: 'deny' }, { token })
  await expect(poll(device_code)).rejects.toMatchObject({ error: 'access_denied' })
})

test('a stolen token alone cannot allow it', async () => {
  const { device_code, user_code } = await start()
  const { token } = await openBrowser(server)
  const stolen = { token, cookie: '' }
  expect((await server.call(activateDevice, { code: user_code, answer: 'allow' }, stolen)).code).toBe(20107)
  await expect(poll(device_code)).rejects.toMatchObject({ error: 'authorization_pending' })
})

test('a session that ends at the same moment allows nothing', async () => {
  const { user_code } = await start()
  const browser = await openBrowser(server)
  const { uid } = browser.person
  const answer = await withOpenTransaction(server, ['delete from session where uid = $1'], uid, () =>
    server.call(activateDevice, { code: user_code, answer: 'allow' }, { token: browser.token }),
  )
  expect(answer.code).toBe(20101)
  expect(await server.sql('select id from openid_grant where uid = $1', uid)).toEqual([])
  expect(await auditOf(server, browser)).toEqual([])
})

test('codes cannot be guessed: tries of an account are limited', async () => {
  const { token } = await openBrowser(server)
  const codes = []
  for (let i = 0; i < 21; i++)
    codes.push((await server.call(describeDevice, { code: 'BBBB-BBBB' }, { token })).code)
  expect(codes[0]).toBe(20201)
  expect(codes.at(-1)).toBe(20429)
})
