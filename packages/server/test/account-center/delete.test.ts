/** Deletion by the owner: required steps, invalidated access, registration of the same address (S-078 to S-081). */

import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { getFullInfo, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { getSessionLog, reportNotMe } from '@kerf/contract/endpoints/session'
import { loginByVerificationCode, reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { describe, expect, test } from 'vitest'
import { newEmail, requestCode, signUp, skipCodeInterval, wrongCode } from '../support/accounts.ts'
import { newIpAddress } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { useFolder } from '../support/use-folder.ts'
import {
  requestOwnCode,
  seedSignedInPerson,
  sessionCode,
  setAuthenticationAge,
  setAvatar,
  signIn,
  signInToken,
} from './fixtures.ts'

const files = useFolder('files')
const server = await useTestServer({ env: { FILE_STORE: files } })

const newcomer = () => seedSignedInPerson(server)
const remove = (token: string, body: object) => server.call(deleteAccount, body as never, { token })
const exists = async (uid: string) =>
  (await server.sql('select 1 from account where uid = $1', uid)).length === 1
const buried = async (uid: string) =>
  (await server.sql('select 1 from deleted_account where uid = $1', uid)).length === 1

describe('required steps', () => {
  test('requires a fresh code of its scene and account, and the confirmation', async () => {
    const [person, other] = [await newcomer(), await newcomer()]
    const code = await requestOwnCode(server, person.token, person, 'delete')
    const theirs = await requestOwnCode(server, other.token, other, 'delete')
    const verify = await requestOwnCode(server, person.token, person, 'verify')
    const entry = await requestCode(server, person.email, 'login')
    const refused = [
      [{}, 20001],
      [{ confirm: true }, 20001],
      [{ captcha: code.captcha, confirm: true }, 20001],
      [{ nonce: code.nonce, confirm: true }, 20001],
      [{ ...code }, 20001],
      [{ ...code, confirm: false }, 20001],
      [{ ...code, confirm: 'true' }, 20001],
      [{ ...code, confirm: 1 }, 20001],
      [{ ...code, confirm: [true] }, 20001],
      [{ ...code, confirm: true, uid: other.uid }, 20001],
      [{ ...code, captcha: wrongCode(code), confirm: true }, 20201],
      [{ captcha: code.captcha, nonce: 'A'.repeat(43), confirm: true }, 20203],
      [{ ...theirs, confirm: true }, 20203],
      [{ ...verify, confirm: true }, 20203],
      [{ ...entry, confirm: true }, 20203],
    ] as const
    for (const [body, expected] of refused) {
      const { code } = await remove(person.token, body)
      expect({ body, code }).toEqual({ body, code: expected })
    }
    expect([await exists(person.uid), await exists(other.uid)]).toEqual([true, true])
    expect((await remove(other.token, { ...code, confirm: true })).code).toBe(20203)
    const whole = { ...code, confirm: true }
    const bare = await server.call(deleteAccount, whole as never, { cookie: `utoken=${person.token}` })
    expect(bare.code).toBe(20102)
    expect((await remove(person.token, whole)).code).toBe(0)
    expect([await exists(person.uid), await exists(other.uid)]).toEqual([false, true])
  })

  test('rejects an expired, a used and a replaced code', async () => {
    const person = await newcomer()
    const network = { ip: newIpAddress() }
    const first = await requestOwnCode(server, person.token, person, 'delete', network)
    await skipCodeInterval(server)
    const code = await requestOwnCode(server, person.token, person, 'delete', network)
    expect((await remove(person.token, { ...first, confirm: true })).code).toBe(20203)
    for (let i = 1; i <= 5; i++)
      expect((await remove(person.token, { ...code, captcha: wrongCode(code, i), confirm: true })).code).toBe(
        20201,
      )
    expect((await remove(person.token, { ...code, confirm: true })).code).toBe(20203)
    await skipCodeInterval(server)
    const late = await requestOwnCode(server, person.token, person, 'delete')
    await server.sql(`update verification set code_expires_at = now() where uid = $1`, person.uid)
    expect((await remove(person.token, { ...late, confirm: true })).code).toBe(20203)
    expect(await exists(person.uid)).toBe(true)
  })

  test('requires no recent authentication beside the code', async () => {
    const person = await newcomer()
    await setAuthenticationAge(server, person.uid, '1 day')
    const code = await requestOwnCode(server, person.token, person, 'delete')
    const answer = await remove(person.token, { ...code, confirm: true })
    expect(answer.code).toBe(0)
    expect(answer.cookies).toContain('utoken=; Path=/; Max-Age=0; SameSite=None; Secure')
    expect(answer.cookies).toContain('kerfPasskey=; Max-Age=0; Path=/; SameSite=Lax')
    expect(answer.headers.get('clear-site-data')).toBe('"storage"')
  })
})

test('invalidates every session, code and link', async () => {
  const person = await newcomer()
  const other = await signInToken(server, person)
  const mail = await server.waitForMail(person.email)
  const link = /#([\w-]+)/.exec(mail.text)?.[1] ?? ''
  const entry = await requestCode(server, person.email, 'login')
  const verify = await requestOwnCode(server, person.token, person, 'verify')
  const code = await requestOwnCode(server, person.token, person, 'delete')
  expect((await remove(person.token, { ...code, confirm: true })).code).toBe(0)
  expect([await sessionCode(server, person.token), await sessionCode(server, other)]).toEqual([20101, 20101])
  expect((await signIn(server, person)).code).toBe(20111)
  expect((await server.call(loginByVerificationCode, { email: person.email, ...entry })).code).toBe(20203)
  expect((await server.call(reauthenticate, verify, { token: person.token })).code).toBe(20101)
  expect((await remove(person.token, { ...code, confirm: true })).code).toBe(20101)
  expect((await server.call(reportNotMe, { link })).code).toBe(20206)
})

test('registers the address again without any old data', async () => {
  const email = newEmail()
  const before = (await signUp(server, email)).data
  await server.call(setOtherInfo, { nickname: 'First', introduction: 'Mine' }, { token: before.utoken })
  await setAvatar(server, before.utoken)
  const old = (await server.call(getFullInfo, undefined, { token: before.utoken })).data
  const code = await requestOwnCode(server, before.utoken, { email }, 'delete')
  expect((await remove(before.utoken, { ...code, confirm: true })).code).toBe(0)
  expect(await buried(before.uid)).toBe(true)
  await skipCodeInterval(server)
  const { code: made, data } = await signUp(server, email)
  expect([made, data.uid === before.uid]).toEqual([0, false])
  const fresh = (await server.call(getFullInfo, undefined, { token: data.utoken })).data
  expect(fresh).toMatchObject({
    nickname: '',
    headpic: '',
    country: '',
    region: '',
    gender: '',
    birthday: null,
    introduction: '',
    social: [],
  })
  expect(fresh.analyticsId).not.toBe(old.analyticsId)
  const { sessions, log } = (await server.call(getSessionLog, {}, { token: data.utoken })).data
  expect([sessions.length, log.items.length]).toEqual([1, 1])
})
