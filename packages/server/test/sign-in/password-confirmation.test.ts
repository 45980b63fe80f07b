/** `confirmPassword`: apps whose own form asks for a new password twice may send both. */
import { changeEnterprisePassword, changePassword, findPassword } from '@kerf/contract/endpoints/password'
import { login, register } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { signInToken } from '../account-center/fixtures.ts'
import { newEmail, PASSWORD, requestCode, seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const NEXT = 'another-cut-88'
const INCONSISTENT = { code: 20118, status: 422, fields: { confirmPassword: 'password_mismatch' } }

test('registration and reset refuse two different passwords, and the code stays valid', async () => {
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  const registration = { email, password: PASSWORD, agreement: true as const, ...code }
  expect(await server.call(register, { ...registration, confirmPassword: NEXT })).toMatchObject(INCONSISTENT)
  expect((await server.call(register, { ...registration, confirmPassword: PASSWORD })).code).toBe(0)

  const { email: owner } = await seedPerson(server)
  const reset = { email: owner, password: NEXT, ...(await requestCode(server, owner, 'findpwd')) }
  expect(await server.call(findPassword, { ...reset, confirmPassword: PASSWORD })).toMatchObject(INCONSISTENT)
  expect((await server.call(login, { email: owner, password: PASSWORD })).code).toBe(0)
  expect((await server.call(findPassword, { ...reset, confirmPassword: NEXT })).code).toBe(0)
})

test('a change refuses two different passwords, for both kinds of account', async () => {
  const token = await signInToken(server, await seedPerson(server))
  const change = { oldPassword: PASSWORD, password: NEXT }
  const wrong = { ...change, confirmPassword: `${NEXT}x` }
  expect(await server.call(changePassword, wrong, { token })).toMatchObject(INCONSISTENT)
  expect((await server.call(changePassword, { ...change, confirmPassword: NEXT }, { token })).code).toBe(0)

  const business = await seedBusiness(server)
  const office = await signInToken(server, business)
  expect(await server.call(changeEnterprisePassword, wrong, { token: office })).toMatchObject(INCONSISTENT)
  expect((await server.call(changeEnterprisePassword, change, { token: office })).code).toBe(0)
})
