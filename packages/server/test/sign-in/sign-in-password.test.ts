import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { enterpriseLogin, login } from '@kerf/contract/endpoints/sign-in'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { PASSWORD_HASH_COST } from '../../src/identity/password/password-hash-cost.ts'
import { newEmail, PASSWORD, seedBusiness, seedPerson, signUp } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

/** A body without the values that differ in every response. */
const comparable = ({ text, requestId, status }: { text: string; requestId: string; status: number }) => ({
  status,
  text: text.replace(requestId, ''),
})

test('signs in with the correct password for any spelling of the address', async () => {
  const { email, uid } = await seedPerson(server)
  for (const spelling of [email, email.toUpperCase(), `  ${email} `]) {
    const answer = await server.call(login, { email: spelling, password: PASSWORD })
    expect([answer.code, answer.data.uid]).toEqual([0, uid])
    expect((await server.call(getBasicInfo, undefined, { token: answer.data.utoken })).data.uid).toBe(uid)
  }
})

test('creates a different token for each sign-in', async () => {
  const { email } = await seedPerson(server)
  const first = await server.call(login, { email, password: PASSWORD })
  // Session fixation: a token in a header or a cookie is not adopted.
  const planted = 'A'.repeat(43)
  const second = await server.call(
    login,
    { email, password: PASSWORD },
    { token: planted, cookie: `utoken=${planted}` },
  )
  expect(second.data.utoken).not.toBe(first.data.utoken)
  expect((await server.call(getBasicInfo, undefined, { token: planted })).code).toBe(20101)
})

test('gives the same answer to a wrong password, an unknown address and an account without a password', async () => {
  const known = await seedPerson(server)
  const social = await seedPerson(server, { hasPassword: false })
  const business = await seedBusiness(server)
  const banned = await seedPerson(server, { status: 'banned' })
  const restricted = await seedPerson(server, { status: 'restricted' })
  const answers = []
  for (const email of [known.email, newEmail(), social.email, business.email, banned.email, restricted.email])
    answers.push(await server.call(login, { email, password: 'not-the-one' }))
  for (const answer of answers) {
    expect(answer.code).toBe(20111)
    expect(comparable(answer)).toEqual(comparable(answers[0] as (typeof answers)[0]))
    expect(answer.cookies).toEqual([])
  }
})

test('gives the same answer to a wrong password and an unknown enterprise account', async () => {
  const business = await seedBusiness(server)
  const person = await seedPerson(server)
  const answers = []
  for (const account of [business.account, 'no-such-shop', person.email, person.uid])
    answers.push(await server.call(enterpriseLogin, { account, password: 'not-the-one' }))
  for (const answer of answers) {
    expect(answer.code).toBe(20111)
    expect(comparable(answer)).toEqual(comparable(answers[0] as (typeof answers)[0]))
  }
})

test('compares passwords exactly: letter case, spaces and the last character count', async () => {
  const email = newEmail()
  await signUp(server, email)
  for (const password of [
    PASSWORD.toUpperCase(),
    `${PASSWORD} `,
    ` ${PASSWORD}`,
    PASSWORD.slice(0, -1),
    `${PASSWORD.slice(0, -1)}8`,
    `${PASSWORD}\u0000`,
  ])
    expect((await server.call(login, { email, password })).code).toBe(20111)
  expect((await server.call(login, { email, password: PASSWORD })).code).toBe(0)
})

test.each([
  ['', 'password_required'],
  [null, 'password_required'],
  [[], 'password_required'],
  [[PASSWORD], 'password_required'],
  [{}, 'password_required'],
  [{ $ne: '' }, 'password_required'],
  [true, 'password_required'],
  [123456, 'password_required'],
  [undefined, 'required'],
])('rejects the password %j', async (password, fieldError) => {
  const social = await seedPerson(server, { hasPassword: false })
  const usual = await seedPerson(server)
  const business = await seedBusiness(server)
  for (const call of [
    server.call(login, { email: social.email, password }),
    server.call(login, { email: usual.email, password }),
    server.call(enterpriseLogin, { account: business.account, password }),
  ]) {
    const answer = await call
    expect([answer.code, answer.fields]).toEqual([20001, { password: fieldError }])
  }
})

test('rejects a password of more than 1024 bytes before hashing', async () => {
  const { email } = await seedPerson(server)
  const refused = await server.call(login, { email, password: 'x'.repeat(1025) })
  expect([refused.code, refused.fields]).toEqual([20001, { password: 'password_length' }])
  expect((await server.call(login, { email, password: '激'.repeat(342) })).code).toBe(20001)
  expect((await server.call(login, { email, password: 'x'.repeat(1024) })).code).toBe(20111)
})

test('reveals a ban only after the correct password', async () => {
  const person = await seedPerson(server, { status: 'banned' })
  const business = await seedBusiness(server, { status: 'banned' })
  expect((await server.call(login, { email: person.email, password: PASSWORD })).code).toBe(20104)
  const answer = await server.call(enterpriseLogin, { account: business.account, password: PASSWORD })
  expect(answer.code).toBe(20104)
  expect(answer.cookies).toEqual([])
  expect(await server.sql('select 1 from session where uid = any($1)', [person.uid, business.uid])).toEqual(
    [],
  )
})

test('signs in a restricted account', async () => {
  const person = await seedPerson(server, { status: 'restricted' })
  const answer = await server.call(login, { email: person.email, password: PASSWORD })
  expect(answer.code).toBe(0)
  expect((await server.call(getBasicInfo, undefined, { token: answer.data.utoken })).code).toBe(0)
})

test('signs in an enterprise account by its ID in any letter case, not by its address', async () => {
  const business = await seedBusiness(server)
  for (const account of [
    business.account,
    business.account.toLowerCase(),
    ` ${business.account.toUpperCase()} `,
  ])
    expect((await server.call(enterpriseLogin, { account, password: PASSWORD })).data.uid).toBe(business.uid)
  const byMail = await server.call(enterpriseLogin, { account: business.email, password: PASSWORD })
  expect(byMail.code).toBe(20111)
})

test('rejects a default password that was not used within 30 days', async () => {
  const business = await seedBusiness(server, { defaultPassword: true })
  const used = await seedBusiness(server, { defaultPassword: true })
  const signIn = (account: string) => server.call(enterpriseLogin, { account, password: PASSWORD })
  expect((await signIn(used.account)).code).toBe(0)
  await server.sql(
    `update account set created_at = now() - interval '30 days 1 second' where uid = any($1)`,
    [business.uid, used.uid],
  )
  expect((await signIn(business.account)).code).toBe(20111)
  expect((await signIn(used.account)).code).toBe(0)
})

test('upgrades a hash of weaker parameters at the next sign-in', async () => {
  const { email, uid } = await seedPerson(server)
  const { memoryCost, timeCost, parallelism } = PASSWORD_HASH_COST
  const old = await hash(PASSWORD, { algorithm: 2, memoryCost: memoryCost / 2, timeCost, parallelism })
  await server.sql('update account set password_hash = $2 where uid = $1', uid, old)
  expect((await server.call(login, { email, password: 'not-the-one' })).code).toBe(20111)
  expect((await server.call(login, { email, password: PASSWORD })).code).toBe(0)
  const [row] = await server.sql('select password_hash from account where uid = $1', uid)
  expect(row?.password_hash).toContain(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
  expect((await server.call(login, { email, password: PASSWORD })).code).toBe(0)
})

test('records the agreement of a sign-in once per version', async () => {
  const { email, uid } = await seedPerson(server)
  for (let i = 0; i < 2; i++)
    expect((await server.call(login, { email, password: PASSWORD, agreement: true })).code).toBe(0)
  expect(await server.sql('select document from agreement where uid = $1', uid)).toHaveLength(2)
})

test('notifies the owner of a sign-in from a new browser only', async () => {
  const { email } = await seedPerson(server)
  const first = await server.call(login, { email, password: PASSWORD })
  const browserCookie = first.cookies.find(line => line.startsWith('kerfDevice='))?.split(';')[0] ?? ''
  await server.call(login, { email, password: PASSWORD }, { cookie: browserCookie })
  expect(await server.mailsTo(email)).toEqual([])
  await server.call(login, { email, password: PASSWORD })
  const mail = await server.waitForMail(email)
  expect(mail.subject).toMatch(/new login/i)
})

test('answers parallel sign-ins or rejects them as too many, never as a wrong password', async () => {
  const { email } = await seedPerson(server)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => server.call(login, { email, password: PASSWORD })),
  )
  expect(answers.filter(answer => ![0, 20429, 20901].includes(answer.code))).toEqual([])
  for (const answer of answers)
    if (answer.code !== 0) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.some(answer => answer.code === 0)).toBe(true)
})
