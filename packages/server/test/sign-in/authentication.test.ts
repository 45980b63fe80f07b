/** A session stores how its person authenticated: `acr` and `amr` of the last authentication. */

import { findPassword } from '@kerf/contract/endpoints/password'
import {
  enterpriseLogin,
  login,
  loginByVerificationCode,
  reauthenticate,
} from '@kerf/contract/endpoints/sign-in'
import { createTicket, enterByTicket } from '@kerf/contract/endpoints/ticket'
import { expect, test } from 'vitest'
import { requestOwnCode, sessionCode } from '../account-center/fixtures.ts'
import { PASSWORD, requestCode, seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const authenticationsOf = (uid: string) =>
  server.sql<{ method: string; acr: string; amr: string[] }>(
    'select method, acr, amr from session where uid = $1 order by first_login desc',
    uid,
  )

test('names the password of a personal and of an enterprise account', async () => {
  const [person, business] = [await seedPerson(server), await seedBusiness(server)]
  await server.call(login, { email: person.email, password: PASSWORD })
  await server.call(enterpriseLogin, { account: business.account, password: PASSWORD })
  for (const { uid } of [person, business])
    expect(await authenticationsOf(uid)).toMatchObject([{ acr: 'aal1', amr: ['pwd'] }])
})

test('names the mailed code of a sign-in and of a password reset', async () => {
  const { uid, email } = await seedPerson(server)
  await server.call(loginByVerificationCode, { email, ...(await requestCode(server, email, 'login')) })
  expect(await authenticationsOf(uid)).toEqual([{ method: 'captcha', acr: 'aal1', amr: ['otp'] }])
  const code = await requestCode(server, email, 'findpwd')
  await server.call(findPassword, { email, password: 'another-long-one', ...code })
  expect(await authenticationsOf(uid)).toEqual([{ method: 'reset', acr: 'aal1', amr: ['otp'] }])
})

test('keeps the methods when the session is used, adds a proof of the other kind, and replaces them by one of the same kind', async () => {
  const { uid, email } = await seedPerson(server)
  const { data } = await server.call(login, { email, password: PASSWORD })
  const token = data.utoken
  await server.sql(`update session set last_seen = now() - interval '1 hour' where uid = $1`, uid)
  expect(await sessionCode(server, token)).toBe(0)
  expect(await authenticationsOf(uid)).toMatchObject([{ amr: ['pwd'] }])
  await server.call(reauthenticate, await requestOwnCode(server, token, { email }, 'verify'), { token })
  expect(await authenticationsOf(uid)).toMatchObject([{ acr: 'aal1', amr: ['pwd', 'otp'] }])
  await server.call(reauthenticate, { password: PASSWORD }, { token })
  expect(await authenticationsOf(uid)).toMatchObject([{ acr: 'aal1', amr: ['pwd'] }])
})

test('gives a session by ticket the methods of its parent', async () => {
  const { uid, email } = await seedPerson(server)
  const { data } = await server.call(login, { email, password: PASSWORD })
  await server.sql(`update session set acr = 'aal2', amr = '{pwd,otp,mfa}' where uid = $1`, uid)
  const target = `http://localhost:${new URL(server.url).port}/`
  const created = await server.call(createTicket, { purpose: 'handover', target }, { token: data.utoken })
  await server.call(enterByTicket, { ticket: created.data.ticket })
  expect(await authenticationsOf(uid)).toMatchObject([
    { method: 'ticket', acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] },
    { method: 'password' },
  ])
})
