/** Reauthentication, and the changes that require it (decision 4, S-048). */

import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { changePassword } from '@kerf/contract/endpoints/password'
import { login, loginByVerificationCode, reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { unbindSocial } from '@kerf/contract/endpoints/social'
import { verifyOwnEmail } from '@kerf/contract/endpoints/verification'
import { describe, expect, test } from 'vitest'
import {
  newEmail,
  PASSWORD,
  type Person,
  requestCode,
  seedPerson,
  skipCodeInterval,
  wrongCode,
} from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { requestOwnCode, setAuthenticationAge, signInToken } from './fixtures.ts'

const server = await useTestServer()

const newcomer = async (hasPassword = true): Promise<Person & { token: string }> => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  if (!hasPassword) await server.sql('update account set password_hash = null where uid = $1', person.uid)
  return { ...person, token }
}
/** A request that requires only a recent authentication: disconnecting a channel that is not connected. */
const sensitive = async (token: string) =>
  (await server.call(unbindSocial, { channel: 'github' }, { token })).code

test("counts a sign-in as a recent authentication for ten minutes by the database's clock", async () => {
  const { uid, token } = await newcomer()
  expect(await sensitive(token)).toBe(0)
  await setAuthenticationAge(server, uid, '9 minutes 30 seconds')
  expect(await sensitive(token)).toBe(0)
  await setAuthenticationAge(server, uid, '10 minutes 1 second')
  expect(await sensitive(token)).toBe(20107)
})

test('requires a recent authentication for every sensitive change', async () => {
  const { uid, token, email } = await newcomer(false)
  const next = newEmail()
  const bind = await requestCode(server, next, 'bind')
  const set = await requestOwnCode(server, token, { email }, 'setpwd')
  await setAuthenticationAge(server, uid, '11 minutes')
  const answers = [
    await server.call(unbindSocial, { channel: 'github' }, { token }),
    await server.call(changeEmail, { email: next, ...bind }, { token }),
    await server.call(changePassword, { ...set, password: 'engraved-88' }, { token }),
  ]
  expect(answers.map(({ code, status }) => [code, status])).toEqual(answers.map(() => [20107, 403]))
})

test('reauthenticates this session only by the password', async () => {
  const { uid, token, email } = await newcomer()
  const other = await signInToken(server, { uid, email, password: PASSWORD })
  await setAuthenticationAge(server, uid, '1 day')
  expect((await server.call(reauthenticate, { password: PASSWORD }, { token })).code).toBe(0)
  expect([await sensitive(token), await sensitive(other)]).toEqual([0, 20107])
  await setAuthenticationAge(server, uid, '10 minutes 1 second')
  expect(await sensitive(token)).toBe(20107)
})

test('reauthenticates once by a code of its scene', async () => {
  const { uid, token, email } = await newcomer()
  const code = await requestOwnCode(server, token, { email }, 'verify')
  await setAuthenticationAge(server, uid, '1 day')
  const wrong = await server.call(reauthenticate, { ...code, captcha: wrongCode(code) }, { token })
  expect([wrong.code, await sensitive(token)]).toEqual([20201, 20107])
  expect((await server.call(reauthenticate, code, { token })).code).toBe(0)
  expect(await sensitive(token)).toBe(0)
  await setAuthenticationAge(server, uid, '1 day')
  expect((await server.call(reauthenticate, code, { token })).code).toBe(20203)
  expect(await sensitive(token)).toBe(20107)
})

test.each(['delete', 'setpwd', 'login', 'findpwd'] as const)('rejects a code of scene %s', async scene => {
  const { token, email, uid } = await newcomer()
  const code =
    scene === 'login' || scene === 'findpwd'
      ? await requestCode(server, email, scene)
      : await requestOwnCode(server, token, { email }, scene)
  await setAuthenticationAge(server, uid, '1 day')
  expect((await server.call(reauthenticate, code, { token })).code).toBe(20203)
  expect(await sensitive(token)).toBe(20107)
})

test("rejects another account's code and an expired one", async () => {
  const [ada, eve] = [await newcomer(), await newcomer()]
  const hers = await requestOwnCode(server, ada.token, ada, 'verify')
  expect((await server.call(reauthenticate, hers, { token: eve.token })).code).toBe(20203)
  expect((await server.call(reauthenticate, hers, { token: ada.token })).code).toBe(0)
  await skipCodeInterval(server)
  const late = await requestOwnCode(server, ada.token, ada, 'verify')
  await server.sql(
    `update verification set code_expires_at = now() - interval '1 second' where uid = $1`,
    ada.uid,
  )
  expect((await server.call(reauthenticate, late, { token: ada.token })).code).toBe(20203)
})

test('rejects a wrong password with an audit row and keeps the session', async () => {
  const { uid, token } = await newcomer()
  await setAuthenticationAge(server, uid, '1 day')
  const answer = await server.call(reauthenticate, { password: 'not-the-one' }, { token })
  expect([answer.code, answer.fields]).toEqual([20112, { password: 'invalid' }])
  expect(await sensitive(token)).toBe(20107)
  const rows = await server.sql(
    `select outcome from audit_event where event = 'login.proof' and uid = $1`,
    uid,
  )
  expect(rows).toEqual([{ outcome: 'refused' }])
})

test('limits guesses, also in parallel, without locking the owner out', async () => {
  const { token, email } = await newcomer()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => server.call(reauthenticate, { password: `guess-${i}` }, { token })),
  )
  expect(answers.filter(({ code }) => code === 20112).length).toBeLessThanOrEqual(10)
  expect(answers.every(({ code }) => [20112, 20429].includes(code))).toBe(true)
  expect((await server.call(reauthenticate, { password: PASSWORD }, { token })).code).toBe(20429)
  // Sign-in counts with the same key; a mailed code is the way on.
  expect((await server.call(login, { email, password: PASSWORD })).code).toBe(20429)
  const code = await requestCode(server, email, 'login')
  expect((await server.call(loginByVerificationCode, { email, ...code })).code).toBe(0)
})

test('rejects any password for an account without one', async () => {
  const { token } = await newcomer(false)
  for (const password of [PASSWORD, 'null', 'undefined'])
    expect((await server.call(reauthenticate, { password }, { token })).code).toBe(20112)
})

describe('input', () => {
  test.each([
    [{}],
    [{ password: '' }],
    [{ password: null }],
    [{ password: ['x'] }],
    [{ captcha: '123456' }],
    [{ nonce: 'A'.repeat(43) }],
    [{ password: PASSWORD, captcha: '123456', nonce: 'A'.repeat(43) }],
    [{ captcha: 123456, nonce: 'A'.repeat(43) }],
    [{ captcha: '12345', nonce: 'A'.repeat(43) }],
    [{ captcha: '123456', nonce: ['A'.repeat(43)] }],
    [{ password: PASSWORD, uid: crypto.randomUUID() }],
    [[PASSWORD]],
    [null],
    ['password'],
  ])('rejects %j', async body => {
    const { uid, token } = await newcomer()
    await setAuthenticationAge(server, uid, '1 day')
    expect((await server.call(reauthenticate, body, { token })).code).toBe(20001)
    expect(await sensitive(token)).toBe(20107)
  })

  test.each(['register', 'bind', 'nope', '', null])('returns no nonce for the scene %j', async scene => {
    const { token } = await newcomer()
    expect((await server.call(verifyOwnEmail, { scene } as never, { token })).code).toBe(20001)
  })
})
