/** Sign-up with a passkey in place of a password. */

import { getPasskeyRegisterOptions, registerByPasskey } from '@kerf/contract/endpoints/passkey'
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { register } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { newEmail, PASSWORD, requestCode, wrongCode } from '../support/accounts.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { useTestServer } from '../support/test-server.ts'
import { loginWith, newBrowser, ORIGIN, PASSKEY_ENVIRONMENT } from './fixtures.ts'

const server = await useTestServer({ env: PASSKEY_ENVIRONMENT })

/** A visitor whose code is right, with a passkey that was just created. */
async function newcomer(email = newEmail()) {
  const cookie = newBrowser()
  const code = await requestCode(server, email, 'register', { cookie })
  const { data } = await server.call(getPasskeyRegisterOptions, { email, ...code }, { cookie })
  const authenticator = new SoftwareAuthenticator()
  const credential = authenticator.create(data.options, { origin: ORIGIN })
  return { email, cookie, code, authenticator, input: { email, ...code, agreement: true, credential } }
}

test('creates an account without a password, which the passkey signs in to', async () => {
  const { email, cookie, input, authenticator } = await newcomer()
  const { code, data } = await server.call(registerByPasskey, input, { cookie })
  expect(code).toBe(0)
  const info = await server.call(getFullInfo, undefined, { token: data.utoken })
  expect(info.data).toMatchObject({ email, hasPassword: false })
  expect((await loginWith(server, authenticator)).data.uid).toBe(data.uid)
  const events = await server.sql(
    'select event, outcome, detail from audit_event where uid = $1 order by id',
    data.uid,
  )
  expect(events[0]).toEqual({ event: 'account.register', outcome: 'ok', detail: { by: 'passkey' } })
})

test('leaves the code usable until the registration, also for a password', async () => {
  const { email, cookie, code } = await newcomer()
  const byPassword = { email, ...code, password: PASSWORD, agreement: true }
  expect((await server.call(register, byPassword, { cookie })).code).toBe(0)
})

test('counts wrong codes and creates no account', async () => {
  const { email, cookie, code, input } = await newcomer()
  for (let tries = 0; tries < 5; tries += 1) {
    const wrong = { email, ...code, captcha: wrongCode(code) }
    expect((await server.call(getPasskeyRegisterOptions, wrong, { cookie })).code).toBe(20201)
  }
  expect((await server.call(registerByPasskey, input, { cookie })).code).toBe(20203)
  expect(await server.sql('select 1 from account where email = $1', email)).toEqual([])
})

test('counts wrong codes of the registration itself', async () => {
  const { cookie, code, input } = await newcomer()
  const wrong = { ...input, captcha: wrongCode(code) }
  // The right code that the options tried does not count.
  for (let tries = 0; tries < 5; tries += 1)
    expect((await server.call(registerByPasskey, wrong, { cookie })).code).toBe(20201)
  expect((await server.call(registerByPasskey, input, { cookie })).code).toBe(20203)
})

test('registers once, and only the mailbox that the challenge is for', async () => {
  const { cookie, input } = await newcomer()
  const other = newEmail()
  const code = await requestCode(server, other, 'register', { cookie })
  expect((await server.call(registerByPasskey, { ...input, email: other, ...code }, { cookie })).code).toBe(
    20206,
  )
  expect((await server.call(registerByPasskey, input, { cookie })).code).toBe(0)
  expect((await server.call(registerByPasskey, input, { cookie })).code).toBe(20203)
})

test('rejects a passkey of another origin before the code is used', async () => {
  const { cookie, input, email, code } = await newcomer()
  const { data } = await server.call(getPasskeyRegisterOptions, { email, ...code }, { cookie })
  const credential = new SoftwareAuthenticator().create(data.options, { origin: 'https://evil.example' })
  expect((await server.call(registerByPasskey, { ...input, credential }, { cookie })).code).toBe(20124)
  expect((await server.call(registerByPasskey, input, { cookie })).code).toBe(0)
})

test('answers has_account if another registration was faster', async () => {
  const { email, cookie, input } = await newcomer()
  await server.sql(
    `insert into sign_in_identifier (kind, value, uid) values ('email', $1, gen_random_uuid())`,
    email,
  )
  expect((await server.call(registerByPasskey, input, { cookie })).code).toBe(20115)
})
