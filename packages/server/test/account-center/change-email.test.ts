/** Changing an account's email address (decision 6). */

import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { findPassword } from '@kerf/contract/endpoints/password'
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { login, loginByVerificationCode, reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { newEmail, PASSWORD, requestCode, seedPerson, signUp, wrongCode } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { requestOwnCode, seedSignedInPerson, sessionCode, signInWithBothProofs } from './fixtures.ts'

const server = await useTestServer()

const newcomer = () => seedSignedInPerson(server, signInWithBothProofs)
const move = (token: string, email: unknown, code: object) =>
  server.call(changeEmail, { email, ...code } as never, { token })
const opens = async (email: string) => (await server.call(login, { email, password: PASSWORD })).code
const identifiers = async (uid: string) =>
  (
    await server.sql<{ value: string }>(
      `select value from sign_in_identifier where uid = $1 and kind = 'email'`,
      uid,
    )
  ).map(row => row.value)

test('moves the account, notifies both mailboxes and frees the old address', async () => {
  const person = await newcomer()
  const next = newEmail('Next')
  expect((await move(person.token, next, await requestCode(server, next, 'bind'))).code).toBe(0)
  expect(await sessionCode(server, person.token)).toBe(0)
  expect((await server.call(getFullInfo, undefined, { token: person.token })).data.email).toBe(next)
  expect(await identifiers(person.uid)).toEqual([next.toLowerCase()])
  expect([await opens(next), await opens(person.email)]).toEqual([0, 20111])
  for (const to of [person.email, next]) {
    const mail = await server.waitForMail(to, ({ subject }) => /email .* was changed/i.test(subject))
    expect(mail.text).toMatch(/N\*\*\*\S@example\.com/)
    expect(mail.text).not.toContain(next)
    // The new mailbox may be a thief's.
    expect(/not-me\S*#[\w-]+/.test(mail.text)).toBe(to === person.email)
  }
  const audit = JSON.stringify(await server.sql('select detail from audit_event where uid = $1', person.uid))
  expect(audit).not.toContain('@')

  const again = await signUp(server, person.email)
  expect([again.code, again.data.uid === person.uid]).toEqual([0, false])
  const code = await requestCode(server, next, 'login')
  expect((await server.call(loginByVerificationCode, { email: next, ...code })).data.uid).toBe(person.uid)
})

test('rejects an address that has an account, at the nonce and in a race', async () => {
  const [person, other] = [await newcomer(), await seedPerson(server)]
  expect((await server.call(verifyEmail, { email: other.email, scene: 'bind' })).code).toBe(20403)
  const wanted = newEmail()
  const code = await requestCode(server, wanted, 'bind')
  await seedPerson(server, { email: wanted })
  const answer = await move(person.token, wanted, code)
  expect([answer.code, answer.status]).toEqual([20403, 409])
  expect([await opens(person.email), await identifiers(person.uid)]).toEqual([0, [person.email]])
})

test('gives a mailbox to one of several accounts that claim it at once', async () => {
  const wanted = newEmail()
  const [ada, eve] = [await newcomer(), await newcomer()]
  const code = await requestCode(server, wanted, 'bind')
  const answers = await Promise.all([ada, eve, ada, eve].map(({ token }) => move(token, wanted, code)))
  expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
  expect(await server.sql('select 1 from sign_in_identifier where value = $1', wanted)).toHaveLength(1)
})

test('leaves one address after two parallel changes of one account', async () => {
  const person = await newcomer()
  const wanted = [newEmail(), newEmail(), newEmail()]
  const codes: object[] = []
  for (const email of wanted) codes.push(await requestCode(server, email, 'bind'))
  const answers = await Promise.all(wanted.map((email, i) => move(person.token, email, codes[i] ?? {})))
  expect(answers.map(answer => answer.code)).toEqual([0, 0, 0])
  const left = await identifiers(person.uid)
  expect(left).toHaveLength(1)
  const { email } = (await server.call(getFullInfo, undefined, { token: person.token })).data
  expect(left).toEqual([email])
  for (const one of wanted) expect(await opens(one)).toBe(one === email ? 0 : 20111)
})

test("rejects the account's own address", async () => {
  const person = await newcomer()
  expect((await server.call(verifyEmail, { email: person.email, scene: 'bind' })).code).toBe(20403)
  expect(await identifiers(person.uid)).toEqual([person.email])
})

test('accepts a code for one mailbox, one scene and one use', async () => {
  const person = await newcomer()
  const [next, third] = [newEmail(), newEmail()]
  const code = await requestCode(server, next, 'bind')
  expect((await move(person.token, third, code)).code).toBe(20203)
  expect((await move(person.token, next, { ...code, captcha: wrongCode(code) })).code).toBe(20201)
  const registering = await requestCode(server, third, 'register')
  expect((await move(person.token, third, registering)).code).toBe(20203)
  const own = await requestOwnCode(server, person.token, person, 'verify')
  expect((await move(person.token, next, own)).code).toBe(20203)
  expect((await move(person.token, next, code)).code).toBe(0)
  expect((await move(person.token, next, code)).code).toBe(20203)
})

test('voids a code after five wrong tries', async () => {
  const person = await newcomer()
  const next = newEmail()
  const code = await requestCode(server, next, 'bind')
  const tries = Array.from({ length: 5 }, (_, i) => wrongCode(code, i + 1))
  for (const captcha of tries) expect((await move(person.token, next, { ...code, captcha })).code).toBe(20201)
  expect((await move(person.token, next, code)).code).toBe(20203)
  expect(await identifiers(person.uid)).toEqual([person.email])
})

test('rejects codes that were sent to the old mailbox', async () => {
  const person = await newcomer()
  const next = newEmail()
  const [entry, reset] = [
    await requestCode(server, person.email, 'login'),
    await requestCode(server, person.email, 'findpwd'),
  ]
  expect((await move(person.token, next, await requestCode(server, next, 'bind'))).code).toBe(0)
  const { email } = person
  expect((await server.call(loginByVerificationCode, { email, ...entry })).code).not.toBe(0)
  expect((await server.call(findPassword, { email, ...reset, password: 'engraved-88' })).code).not.toBe(0)
  expect(await opens(next)).toBe(0)
})

test.each([
  ['a@b.example,c@d.example', 20001],
  ['a@b.example\r\nbcc: c@d.example', 20001],
  [['a@b.example'], 20001],
  [{ email: 'a@b.example' }, 20001],
  ['', 20001],
  [null, 20001],
  ['nobody', 20001],
  [`${'x'.repeat(250)}@example.com`, 20001],
])('rejects the email address %j', async (email, code) => {
  const person = await newcomer()
  const answer = await move(person.token, email, { captcha: '123456', nonce: 'A'.repeat(43) })
  expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([code, ['email']])
})

test('treats a look-alike of a registered address as that address', async () => {
  const other = await seedPerson(server, {
    email: `katherine-${crypto.randomUUID().slice(0, 8)}@example.com`,
  })
  for (const email of [other.email.toUpperCase(), other.email.replace('example.com', 'EXAMPLE.com')])
    expect((await server.call(verifyEmail, { email, scene: 'bind' })).code).toBe(20403)
})

test('rejects a code that was requested for another scene', async () => {
  const person = await newcomer()
  const next = newEmail()
  const { nonce } = (await server.call(verifyEmail, { email: next, scene: 'register' })).data
  await server.call(sendVerificationCode, { receiver: next, nonce, ticket: 'any' })
  const captcha = await server.waitForCode(next)
  expect((await move(person.token, next, { nonce, captcha })).code).toBe(20203)
})

test('voids the codes that were mailed to the old address', async () => {
  const person = await newcomer()
  const own = await requestOwnCode(server, person.token, person, 'verify')
  const next = newEmail('Next')
  expect((await move(person.token, next, await requestCode(server, next, 'bind'))).code).toBe(0)
  expect((await server.call(reauthenticate, own, { token: person.token })).code).toBe(20203)
  expect(await server.sql('select 1 from verification where uid = $1', person.uid)).toEqual([])
})
