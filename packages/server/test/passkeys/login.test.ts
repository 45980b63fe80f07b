/** Sign-in with a passkey, by a software authenticator. */

import { getPasskeyLoginOptions, loginByPasskey } from '@kerf/contract/endpoints/passkey'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { expect, test } from 'vitest'
import { REFUSED_ASSERTIONS } from '../../src/identity/passkey/sign-in-by-passkey.ts'
import { cookieOf } from '../support/accounts.ts'
import { FLAGS, SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { useTestServer } from '../support/test-server.ts'
import { loginWith, newBrowser, ORIGIN, PASSKEY_ENVIRONMENT, personWithPasskey } from './fixtures.ts'

const server = await useTestServer({ env: { ...PASSKEY_ENVIRONMENT, PASSPORT_HOSTS: 'sibling.example' } })

const audited = (uid: string) =>
  server.sql<{ event: string; outcome: string }>(
    `select event, outcome from audit_event where uid = $1 and event in ('login.passkey', 'passkey.suspended') order by id`,
    uid,
  )

test('offers options for discoverable passkeys with user verification', async () => {
  const { data, cookies } = await server.call(getPasskeyLoginOptions, {}, { cookie: '' })
  expect(data.options).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [],
  })
  expect(cookies.join()).toContain('kerfDevice=')
})

test('signs in without a name or a password, as an authentication of two factors', async () => {
  const { uid, authenticator } = await personWithPasskey(server)
  const { data } = await loginWith(server, authenticator)
  expect(data.uid).toBe(uid)
  expect((await server.call(getBasicInfo, undefined, { token: data.utoken })).code).toBe(0)
  const [session] = await server.sql(
    `select acr, amr from session where uid = $1 and method = 'passkey'`,
    uid,
  )
  expect(session).toEqual({ acr: 'aal2', amr: ['pop', 'user', 'mfa'] })
  expect(await audited(uid)).toEqual([{ event: 'login.passkey', outcome: 'ok' }])
})

test('gives the cookie of a new browser and takes its challenge with it', async () => {
  const { authenticator } = await personWithPasskey(server)
  const options = await server.call(getPasskeyLoginOptions, {}, { cookie: '' })
  const cookie = cookieOf(options, 'kerfDevice')
  const credential = authenticator.get(options.data.options, { origin: ORIGIN })
  expect((await server.call(loginByPasskey, { credential }, { cookie })).code).toBe(0)
})

test('accepts a challenge once, also of two calls at the same time', async () => {
  const { authenticator } = await personWithPasskey(server, new SoftwareAuthenticator({ counts: false }))
  const cookie = newBrowser()
  const { data } = await server.call(getPasskeyLoginOptions, {}, { cookie })
  const credential = authenticator.get(data.options, { origin: ORIGIN })
  const answers = await Promise.all([1, 2].map(() => server.call(loginByPasskey, { credential }, { cookie })))
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 20206])
  expect((await server.call(loginByPasskey, { credential }, { cookie })).code).toBe(20206)
})

test('keeps the assertion of a person who has to agree to the documents first', async () => {
  const { uid, authenticator } = await personWithPasskey(server)
  await server.sql('delete from agreement where uid = $1', uid)
  const cookie = newBrowser()
  const { data } = await server.call(getPasskeyLoginOptions, {}, { cookie })
  const credential = authenticator.get(data.options, { origin: ORIGIN })
  const asked = await server.call(loginByPasskey, { credential, agreement: 'ask' }, { cookie })
  expect(asked.code).toBe(20122)
  expect((await server.call(loginByPasskey, { credential, agreement: true }, { cookie })).code).toBe(0)
})

test('rejects a challenge of another browser, of another time and of no server', async () => {
  const { authenticator } = await personWithPasskey(server)
  const { data } = await server.call(getPasskeyLoginOptions, {}, { cookie: newBrowser() })
  const answer = async (challenge: string, cookie: string) => {
    const credential = authenticator.get({ ...data.options, challenge }, { origin: ORIGIN })
    return (await server.call(loginByPasskey, { credential }, { cookie })).code
  }
  expect(await answer(data.options.challenge, newBrowser())).toBe(20206)
  const forged = Buffer.from(data.options.challenge, 'base64url')
  // Byte 0 to 3: the time.
  forged.writeUInt32BE(forged.readUInt32BE(0) + 600)
  expect(await answer(forged.toString('base64url'), newBrowser())).toBe(20206)
  expect(await answer('AAAA', newBrowser())).toBe(20206)
})

test.each([
  ['another origin', { origin: 'https://kerf.example' }],
  ['an origin with another port', { origin: 'http://localhost:1' }],
  ['another RP ID', { rpId: 'kerf.example' }],
  ['another ceremony', { type: 'webauthn.create' }],
  ['no user verification', { flags: FLAGS.userPresent | FLAGS.backupEligible | FLAGS.backedUp }],
  ['no user presence', { flags: FLAGS.userVerified | FLAGS.backupEligible | FLAGS.backedUp }],
  ['a passkey that is no longer eligible for backup', { flags: FLAGS.userPresent | FLAGS.userVerified }],
  [
    'a frame of a site that may not embed the portal',
    { crossOrigin: true, topOrigin: 'https://evil.example' },
  ],
])('rejects %s', async (_name, context) => {
  const { uid, authenticator } = await personWithPasskey(server)
  const { code, status } = await loginWith(server, authenticator, context)
  expect([code, status]).toEqual([20124, 403])
  expect(await audited(uid)).toEqual([{ event: 'login.passkey', outcome: 'refused' }])
})

test('accepts a frame of a brand, and the origin of a sibling host', async () => {
  const { authenticator } = await personWithPasskey(server)
  const [{ origins }] = [
    (await (await fetch(new URL('/.well-known/webauthn', server.url))).json()) as { origins: string[] },
  ]
  expect(origins).toEqual(['https://sibling.example'])
  const inFrame = { crossOrigin: true, topOrigin: ORIGIN }
  expect((await loginWith(server, authenticator, inFrame)).code).toBe(0)
  expect((await loginWith(server, authenticator, { origin: 'https://sibling.example' })).code).toBe(0)
})

test('accepts a frame whose browser names no top origin: frame-ancestors lets only brands in', async () => {
  const { authenticator } = await personWithPasskey(server)
  expect((await loginWith(server, authenticator, { crossOrigin: true })).code).toBe(0)
  const page = await fetch(new URL('/en/login', server.url))
  expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors (?!\*)/)
})

test('rejects a wrong signature', async () => {
  const { authenticator } = await personWithPasskey(server)
  const cookie = newBrowser()
  const { data } = await server.call(getPasskeyLoginOptions, {}, { cookie })
  const credential = authenticator.get(data.options, { origin: ORIGIN })
  const other = authenticator.get(data.options, { origin: ORIGIN })
  const { signature } = other.response
  const mixed = { ...credential, response: { ...credential.response, signature } }
  expect((await server.call(loginByPasskey, { credential: mixed }, { cookie })).code).toBe(20124)
})

test('knows no passkey of a stranger, and none under another account', async () => {
  const [ada, bob] = [await personWithPasskey(server), await personWithPasskey(server)]
  expect((await loginWith(server, new SoftwareAuthenticator())).code).toBe(20123)
  const cookie = newBrowser()
  const { data } = await server.call(getPasskeyLoginOptions, {}, { cookie })
  const credential = ada.authenticator.get(data.options, { origin: ORIGIN })
  const { userHandle } = bob.authenticator.get(data.options, { origin: ORIGIN }).response
  const swapped = { ...credential, response: { ...credential.response, userHandle } }
  expect((await server.call(loginByPasskey, { credential: swapped }, { cookie })).code).toBe(20123)
})

test('that is refused again and again leaves few rows, and then waits', async () => {
  const ip = '203.0.113.61'
  const credential = new SoftwareAuthenticator().get(
    (await server.call(getPasskeyLoginOptions, {}, { cookie: newBrowser() })).data.options,
    { origin: ORIGIN },
  )
  const codes: number[] = []
  for (let i = 0; i <= REFUSED_ASSERTIONS.limit; i++)
    codes.push((await server.call(loginByPasskey, { credential }, { cookie: newBrowser(), ip })).code)
  expect(codes.at(-2)).not.toBe(20429)
  expect(codes.at(-1)).toBe(20429)
  const rows = await server.sql(`select event from audit_event where network = '203.0.113.0/24'`)
  expect(rows.length).toBeLessThanOrEqual(3)
  expect(rows).toContainEqual({ event: 'login.passkey' })
})

test('suspends a passkey whose counter falls back, and notifies its owner', async () => {
  const { uid, email, authenticator } = await personWithPasskey(server)
  expect((await loginWith(server, authenticator)).code).toBe(0)
  authenticator.rewind(1)
  expect((await loginWith(server, authenticator)).code).toBe(20124)
  const mail = await server.waitForMail(email, ({ subject }) => subject.includes('blocked'))
  expect(mail.text).toContain('may be a copy')
  expect(await audited(uid)).toEqual([
    { event: 'login.passkey', outcome: 'ok' },
    { event: 'passkey.suspended', outcome: 'ok' },
    { event: 'login.passkey', outcome: 'refused' },
  ])
  // The original is refused too: nobody can tell which one is the copy.
  expect((await loginWith(server, authenticator)).code).toBe(20124)
})

test('accepts a passkey that never counts', async () => {
  const { authenticator } = await personWithPasskey(server, new SoftwareAuthenticator({ counts: false }))
  expect((await loginWith(server, authenticator)).code).toBe(0)
  expect((await loginWith(server, authenticator)).code).toBe(0)
})

test('refuses a banned account', async () => {
  const { uid, authenticator } = await personWithPasskey(server)
  await server.sql(`update account set status = 'banned' where uid = $1`, uid)
  expect((await loginWith(server, authenticator)).code).toBe(20104)
})
