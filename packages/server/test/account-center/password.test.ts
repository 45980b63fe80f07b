/** Changing a password, and setting the first one (S-009, decisions 4 and 6). */

import { changeEnterprisePassword, changePassword } from '@kerf/contract/endpoints/password'
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { login } from '@kerf/contract/endpoints/sign-in'
import { describe, expect, test } from 'vitest'
import { PASSWORD, type Person, seedBusiness, seedPerson, wrongCode } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { requestOwnCode, sessionCode, setAuthenticationAge, signIn, signInToken } from './fixtures.ts'

const server = await useTestServer()

const NEW = 'engraved-88'
const newcomer = async (hasPassword = true): Promise<Person & { token: string }> => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  if (!hasPassword) await server.sql('update account set password_hash = null where uid = $1', person.uid)
  return { ...person, token }
}
const change = (token: string, body: unknown) => server.call(changePassword, body as never, { token })
const opens = async (person: Person, password: string) => (await signIn(server, person, password)).code

describe('changing the password', () => {
  test('replaces the password, ends the other sessions and notifies the owner', async () => {
    const person = await newcomer()
    const others = [await signInToken(server, person), await signInToken(server, person)]
    expect((await change(person.token, { oldPassword: PASSWORD, password: NEW })).code).toBe(0)
    expect(await sessionCode(server, person.token)).toBe(0)
    for (const token of others) expect(await sessionCode(server, token)).toBe(20101)
    expect([await opens(person, PASSWORD), await opens(person, NEW)]).toEqual([20111, 0])
    const mail = await server.waitForMail(person.email, ({ subject }) => /password/i.test(subject))
    expect(mail.text).not.toContain(NEW)
    expect(mail.text).toMatch(/\/en\/not-me\S*#[\w-]+/)
    const rows = await server.sql(
      `select detail from audit_event where uid = $1 and event = 'password.changed'`,
      person.uid,
    )
    expect(rows).toEqual([{ detail: { sessionsEnded: 2 } }])
  })

  test('requires no recent authentication beside the old password', async () => {
    const person = await newcomer()
    await setAuthenticationAge(server, person.uid, '1 day')
    expect((await change(person.token, { oldPassword: PASSWORD, password: NEW })).code).toBe(0)
  })

  test('changes nothing for a wrong old password', async () => {
    const person = await newcomer()
    const other = await signInToken(server, person)
    for (const oldPassword of ['not-the-one', PASSWORD.toUpperCase(), `${PASSWORD} `, NEW]) {
      const answer = await change(person.token, { oldPassword, password: NEW })
      expect([answer.code, answer.fields]).toEqual([20112, { oldPassword: 'invalid' }])
    }
    expect([await sessionCode(server, other), await opens(person, PASSWORD)]).toEqual([0, 0])
  })

  test.each([
    ['', 20001, 'password'],
    ['short', 20001, 'password'],
    ['x'.repeat(21), 20001, 'password'],
    ['😀😀😀😀😀', 20001, 'password'],
    ['password', 20119, 'password'],
    ['12345678', 20119, 'password'],
    ['KerfPassport1', 20119, 'password'],
  ])('rejects %j as new password', async (password, code, field) => {
    const person = await newcomer()
    const answer = await change(person.token, { oldPassword: PASSWORD, password })
    expect(answer.code).toBe(code)
    if (password !== '') expect(Object.keys(answer.fields ?? {})).toEqual([field])
    expect(await opens(person, PASSWORD)).toBe(0)
  })

  test('rejects a word of the address', async () => {
    const person = await seedPerson(server, {
      email: `josephine-${crypto.randomUUID().slice(0, 3)}@example.com`,
    })
    const token = await signInToken(server, person)
    const password = `${person.email.split('@')[0]}1!`
    expect((await change(token, { oldPassword: PASSWORD, password })).code).toBe(20119)
  })

  test.each(['🪚🔧🪛🔩📐🧰', '密码藏在抽屉', '  oak pin  ', 'a birch board and 3\u0000'])(
    'stores %j unchanged',
    async password => {
      const person = await newcomer()
      expect((await change(person.token, { oldPassword: PASSWORD, password })).code).toBe(0)
      expect([await opens(person, password), await opens(person, password.slice(0, -1))]).toEqual([0, 20111])
    },
  )

  test.each([
    [{}],
    [{ password: NEW }],
    [{ oldPassword: PASSWORD }],
    [{ oldPassword: '', password: NEW }],
    [{ oldPassword: null, password: NEW }],
    [{ oldPassword: [PASSWORD], password: NEW }],
    [{ oldPassword: PASSWORD, password: { $ne: '' } }],
    [{ oldPassword: PASSWORD, password: NEW, captcha: '123456', nonce: 'A'.repeat(43) }],
    [{ oldPassword: PASSWORD, password: NEW, confirm: NEW }],
    [{ oldPassword: 'x'.repeat(1_025), password: NEW }],
  ])('rejects %j', async body => {
    const person = await newcomer()
    expect((await change(person.token, body)).code).toBe(20001)
    expect(await opens(person, PASSWORD)).toBe(0)
  })

  test('accepts one of several parallel changes', async () => {
    const person = await newcomer()
    const wanted = Array.from({ length: 6 }, (_, i) => `engraved-${i}${i}`)
    const answers = await Promise.all(
      wanted.map(password => change(person.token, { oldPassword: PASSWORD, password })),
    )
    const won = wanted.filter((_, i) => answers[i]?.code === 0)
    expect(won).toHaveLength(1)
    expect(answers.every(({ code }) => [0, 20112, 20429, 20901].includes(code))).toBe(true)
    expect(await opens(person, won[0] ?? '')).toBe(0)
    expect(await opens(person, PASSWORD)).toBe(20111)
  })

  test('limits guesses of the old password', async () => {
    const { token } = await newcomer()
    const codes = []
    for (let i = 0; i < 12; i++)
      codes.push((await change(token, { oldPassword: `guess-${i}`, password: NEW })).code)
    expect(codes.slice(10)).toEqual([20429, 20429])
  })
})

describe('setting the first password', () => {
  test('sets it with a code of its scene and a recent authentication', async () => {
    const person = await newcomer(false)
    const other = await server.sql(
      `insert into session (uid, handle, token_hash, remember, method) values ($1, 'other', 'x', true, 'x') returning 1`,
      person.uid,
    )
    expect(other).toHaveLength(1)
    const code = await requestOwnCode(server, person.token, person, 'setpwd')
    expect((await change(person.token, { ...code, password: NEW })).code).toBe(0)
    expect((await server.call(getFullInfo, undefined, { token: person.token })).data.hasPassword).toBe(true)
    expect(await opens(person, NEW)).toBe(0)
    expect(await server.sql(`select 1 from session where uid = $1 and handle = 'other'`, person.uid)).toEqual(
      [],
    )
    await server.waitForMail(person.email, ({ subject }) => /password was set/.test(subject))
  })

  test('rejects an old authentication and keeps the code valid', async () => {
    const person = await newcomer(false)
    const code = await requestOwnCode(server, person.token, person, 'setpwd')
    await setAuthenticationAge(server, person.uid, '11 minutes')
    expect((await change(person.token, { ...code, password: NEW })).code).toBe(20107)
    await setAuthenticationAge(server, person.uid, '1 minute')
    expect((await change(person.token, { ...code, password: NEW })).code).toBe(0)
  })

  test('counts wrong codes, but no try for a rejected password', async () => {
    const person = await newcomer(false)
    const code = await requestOwnCode(server, person.token, person, 'setpwd')
    for (let i = 0; i < 3; i++)
      expect((await change(person.token, { ...code, password: 'password' })).code).toBe(20119)
    for (let i = 1; i <= 5; i++)
      expect((await change(person.token, { ...code, captcha: wrongCode(code, i), password: NEW })).code).toBe(
        20201,
      )
    expect((await change(person.token, { ...code, password: NEW })).code).toBe(20203)
    expect(await opens(person, NEW)).toBe(20111)
  })

  test('never replaces an existing password by a code', async () => {
    const person = await newcomer()
    const code = await requestOwnCode(server, person.token, person, 'setpwd')
    const answer = await change(person.token, { ...code, password: NEW })
    expect([answer.code, answer.fields]).toEqual([20001, { oldPassword: 'required' }])
    expect([await opens(person, PASSWORD), await opens(person, NEW)]).toEqual([0, 20111])
  })

  test('rejects codes of other scenes and accounts', async () => {
    const [person, other] = [await newcomer(false), await newcomer(false)]
    const wrong = [
      await requestOwnCode(server, person.token, person, 'verify'),
      await requestOwnCode(server, person.token, person, 'delete'),
      await requestOwnCode(server, other.token, other, 'setpwd'),
    ]
    for (const code of wrong)
      expect((await change(person.token, { ...code, password: NEW })).code).toBe(20203)
    expect(await opens(person, NEW)).toBe(20111)
  })

  test('accepts one of many parallel calls with one code', async () => {
    const person = await newcomer(false)
    const code = await requestOwnCode(server, person.token, person, 'setpwd')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => change(person.token, { ...code, password: `engraved-${i}${i}` })),
    )
    expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
  })
})

test('changes the password of an enterprise account by its own endpoint', async () => {
  const business = await seedBusiness(server)
  const token = await signInToken(server, business)
  const other = await signInToken(server, business)
  const changed = await server.call(
    changeEnterprisePassword,
    { oldPassword: PASSWORD, password: NEW },
    { token },
  )
  expect(changed.code).toBe(0)
  expect([await sessionCode(server, token), await sessionCode(server, other)]).toEqual([0, 20101])
  expect((await signIn(server, business, NEW)).code).toBe(0)
  expect((await server.call(login, { email: business.email, password: NEW })).code).toBe(20111)
  const named = { oldPassword: NEW, password: business.account.toLowerCase() }
  expect((await server.call(changeEnterprisePassword, named, { token })).code).toBe(20119)
})
