/** Passkeys of the signed-in account: adding, naming, removing, and reauthentication with one. */

import {
  addPasskey,
  getPasskeyCreationOptions,
  getPasskeyProofOptions,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '@kerf/contract/endpoints/passkey'
import { findPassword } from '@kerf/contract/endpoints/password'
import { reportNotMe } from '@kerf/contract/endpoints/session'
import { reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { PASSKEYS_MAX } from '@kerf/contract/limits'
import { expect, test } from 'vitest'
import { setAuthenticationAge } from '../account-center/fixtures.ts'
import { cookieOf, requestCode } from '../support/accounts.ts'
import { FLAGS, SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  loginWith,
  newBrowser,
  ORIGIN,
  PASSKEY_ENVIRONMENT,
  personWithPasskey,
  type Signed,
  sendNewPasskey,
  signedInPerson,
} from './fixtures.ts'

const server = await useTestServer({ env: PASSKEY_ENVIRONMENT })

const audited = async (uid: string): Promise<string[]> => {
  const rows = await server.sql<{ row: string }>(
    `select event || ' ' || outcome as row from audit_event
      where uid = $1 and (event like 'passkey.%' or event = 'login.proof') order by id`,
    uid,
  )
  return rows.map(({ row }) => row)
}

const GOOGLE = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'
const list = async (signed: Signed) => (await server.call(listPasskeys, undefined, signed)).data

test('lists a new passkey with its password manager, and mails the owner', async () => {
  const { uid, email, ...person } = await signedInPerson(server)
  const authenticator = new SoftwareAuthenticator({ aaguid: GOOGLE })
  await sendNewPasskey(server, person, authenticator)
  const { rpId, userHandle, passkeys } = await list(person)
  expect({ rpId, userHandle }).toEqual({
    rpId: 'localhost',
    userHandle: Buffer.from(uid.replaceAll('-', ''), 'hex').toString('base64url'),
  })
  expect(passkeys).toMatchObject([
    {
      id: authenticator.id.toString('base64url'),
      name: '',
      provider: 'Google Password Manager',
      synced: true,
      suspended: false,
      lastUsedAt: null,
    },
  ])
  const { text } = await server.waitForMail(email, ({ subject }) => subject.includes('passkey was added'))
  expect(text).toContain('Google Password Manager')
  await loginWith(server, authenticator)
  expect((await list(person)).passkeys[0]?.lastUsedAt).toBeGreaterThan(1_700_000_000)
})

test('names the account to the authenticator, and excludes the passkeys it has', async () => {
  const { email, uid, authenticator, ...person } = await personWithPasskey(server)
  const { options } = (await server.call(getPasskeyCreationOptions, {}, person)).data
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Kerf Passport' },
    user: { name: email },
    excludeCredentials: [{ id: authenticator.id.toString('base64url'), transports: ['internal', 'hybrid'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['a frame, even of a brand', { crossOrigin: true }],
  ['no user verification', { flags: FLAGS.userPresent }],
  ['another RP ID', { rpId: 'evil.example' }],
  ['an assertion in place of a registration', { type: 'webauthn.get' }],
])('rejects a new passkey with %s', async (_name, context) => {
  const person = await signedInPerson(server)
  const { code } = await sendNewPasskey(server, person, new SoftwareAuthenticator(), context)
  expect([code, (await list(person)).passkeys]).toEqual([20124, []])
})

test('accepts a registration once, and not that of another account', async () => {
  const [ada, bob] = [await signedInPerson(server), await signedInPerson(server)]
  const { options } = (await server.call(getPasskeyCreationOptions, {}, ada)).data
  const credential = new SoftwareAuthenticator().create(options, { origin: ORIGIN })
  const inBrowserOfAda = { ...bob, cookie: `${ada.cookie.split(';')[0]};${bob.cookie.split(';')[1]}` }
  expect((await server.call(addPasskey, { credential }, inBrowserOfAda)).code).toBe(20206)
  expect((await server.call(addPasskey, { credential }, ada)).code).toBe(0)
  expect((await server.call(addPasskey, { credential }, ada)).code).toBe(20206)
})

test('refuses the credential of another account', async () => {
  const { authenticator, ...owner } = await personWithPasskey(server)
  const { uid, ...thief } = await signedInPerson(server)
  expect((await sendNewPasskey(server, thief, authenticator)).code).toBe(20124)
  expect((await list(thief)).passkeys).toEqual([])
  expect((await list(owner)).passkeys).toHaveLength(1)
})

test(`holds ${PASSKEYS_MAX} passkeys at most`, async () => {
  const { uid, ...person } = await signedInPerson(server)
  await server.sql(
    `insert into passkey (uid, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up, place, application)
     select $1, decode(lpad(to_hex(n), 8, '0'), 'hex'), '', 0, '{}', '', true, true, '', '' from generate_series(1, $2) n`,
    uid,
    PASSKEYS_MAX,
  )
  expect((await server.call(getPasskeyCreationOptions, {}, person)).code).toBe(20125)
})

test('renames a passkey of the own account only', async () => {
  const [ada, bob] = [await personWithPasskey(server), await signedInPerson(server)]
  const id = ada.authenticator.id.toString('base64url')
  expect((await server.call(renamePasskey, { passkey: id, name: ' Bench laptop ' }, ada)).code).toBe(0)
  expect((await list(ada)).passkeys[0]?.name).toBe('Bench laptop')
  expect(await audited(ada.uid)).toEqual(['passkey.added ok', 'passkey.renamed ok'])
  expect((await server.call(renamePasskey, { passkey: id, name: 'Mine' }, bob)).code).toBe(20002)
  expect((await server.call(renamePasskey, { passkey: id, name: 'a'.repeat(61) }, ada)).fields).toEqual({
    name: 'too_long',
  })
})

test('removes a passkey: it signs in no longer, and the owner is notified', async () => {
  const { uid, email, authenticator, ...person } = await personWithPasskey(server)
  const id = authenticator.id.toString('base64url')
  expect((await server.call(removePasskey, { passkey: id }, person)).code).toBe(0)
  expect((await list(person)).passkeys).toEqual([])
  expect((await loginWith(server, authenticator)).code).toBe(20123)
  await server.waitForMail(email, ({ subject }) => subject.includes('passkey was removed'))
  expect(await audited(uid)).toEqual(['passkey.added ok', 'passkey.removed ok'])
  expect((await server.call(removePasskey, { passkey: id }, person)).code).toBe(0)
})

test('never removes the last way to log in', async () => {
  const { uid, authenticator, ...person } = await personWithPasskey(server)
  await server.sql('update account set password_hash = null where uid = $1', uid)
  await server.sql('delete from sign_in_identifier where uid = $1', uid)
  const id = authenticator.id.toString('base64url')
  expect((await server.call(removePasskey, { passkey: id }, person)).code).toBe(20404)
  expect((await list(person)).passkeys).toHaveLength(1)
})

test('requires a recent authentication to add and to remove', async () => {
  const { uid, authenticator, ...person } = await personWithPasskey(server)
  const { options } = (await server.call(getPasskeyCreationOptions, {}, person)).data
  const credential = new SoftwareAuthenticator().create(options, { origin: ORIGIN })
  await setAuthenticationAge(server, uid, '11 minutes')
  const answers = [
    await server.call(getPasskeyCreationOptions, {}, person),
    await server.call(addPasskey, { credential }, person),
    await server.call(removePasskey, { passkey: authenticator.id.toString('base64url') }, person),
  ]
  expect(answers.map(({ code }) => code)).toEqual([20107, 20107, 20107])
})

const prove = async (signed: Signed, authenticator: SoftwareAuthenticator) => {
  const { data } = await server.call(getPasskeyProofOptions, {}, signed)
  const credential = authenticator.get(data.options, { origin: ORIGIN })
  return { credential, answer: await server.call(reauthenticate, { credential }, signed) }
}

test('reauthenticates with a passkey, once for each challenge', async () => {
  const { uid, authenticator, ...person } = await personWithPasskey(server)
  await setAuthenticationAge(server, uid, '11 minutes')
  const { credential, answer } = await prove(person, authenticator)
  expect(answer.code).toBe(0)
  expect((await audited(uid)).at(-1)).toBe('login.proof ok')
  const cookie = `${person.cookie.split(';')[0]}; ${cookieOf(answer, 'kerfCompanion')}`
  expect((await server.call(getPasskeyCreationOptions, {}, { ...person, cookie })).code).toBe(0)
  expect((await server.call(reauthenticate, { credential }, { ...person, cookie })).code).toBe(20206)
})

test('does not reauthenticate with the passkey of another account, or with a login', async () => {
  const [ada, bob] = [await personWithPasskey(server), await personWithPasskey(server)]
  expect((await prove(ada, bob.authenticator)).answer.code).toBe(20123)
  expect((await audited(ada.uid)).at(-1)).toBe('login.proof refused')
  // The challenge of a login names no account.
  const cookie = newBrowser()
  const login = await loginWith(server, ada.authenticator, {}, cookie)
  expect(login.code).toBe(0)
  const { data } = await server.call(getPasskeyProofOptions, {}, ada)
  const credential = ada.authenticator.get(data.options, { origin: ORIGIN, challenge: 'AAAA' })
  expect((await server.call(reauthenticate, { credential }, ada)).code).toBe(20206)
})

test('has no proof options without a usable passkey', async () => {
  const person = await signedInPerson(server)
  expect((await server.call(getPasskeyProofOptions, {}, person)).code).toBe(20002)
})

const olderPasskey = (uid: string, age: string) =>
  server.sql('update passkey set created_at = now() - $2::interval where uid = $1', uid, age)

test('"this was not me" removes a passkey that was added since, and no older one', async () => {
  const { uid, email, authenticator: own, ...person } = await personWithPasskey(server)
  await olderPasskey(uid, '1 hour')
  const stranger = new SoftwareAuthenticator({ aaguid: GOOGLE })
  await sendNewPasskey(server, person, stranger)
  const { text } = await server.waitForMail(email, mail => mail.text.includes('Google Password Manager'))
  const [, link = ''] = /\/not-me\S*#([\w-]+)/.exec(text) ?? []
  expect((await server.call(reportNotMe, { link })).code).toBe(0)
  expect((await loginWith(server, stranger)).code).not.toBe(0)
  expect((await loginWith(server, own)).code).toBe(0)
  await server.waitForMail(email, ({ subject }) => subject.includes('passkey was removed'))
  expect(await audited(uid)).toEqual(['passkey.added ok', 'passkey.added ok', 'passkey.removed ok'])
})

test('a password reset removes the passkeys of the last three days and notifies the owner', async () => {
  const { uid, email, authenticator: own, ...person } = await personWithPasskey(server)
  await olderPasskey(uid, '73 hours')
  const stranger = new SoftwareAuthenticator()
  await sendNewPasskey(server, person, stranger)
  const code = await requestCode(server, email, 'findpwd')
  expect((await server.call(findPassword, { email, ...code, password: 'engraved-88' })).code).toBe(0)
  expect((await loginWith(server, stranger)).code).not.toBe(0)
  expect((await loginWith(server, own)).code).toBe(0)
  await server.waitForMail(email, ({ subject }) => subject.includes('passkey was removed'))
})
