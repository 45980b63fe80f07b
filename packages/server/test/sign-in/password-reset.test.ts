import { findPassword } from '@kerf/contract/endpoints/password'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { enterpriseLogin, login, loginByVerificationCode } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEnterpriseAccount } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { newEmail, PASSWORD, requestCode, seedBusiness, seedPerson, wrongCode } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const NEW = 'engraved-88'

test('sets the password, ends every session and starts a new one', async () => {
  const { email, uid } = await seedPerson(server)
  const tokens = []
  for (let i = 0; i < 3; i++)
    tokens.push((await server.call(login, { email, password: PASSWORD, remember: true })).data.utoken)
  const code = await requestCode(server, email, 'findpwd')
  const answer = await server.call(findPassword, { email, ...code, password: NEW })
  expect([answer.code, answer.data.uid]).toEqual([0, uid])
  for (const token of tokens) expect((await server.call(getBasicInfo, undefined, { token })).code).toBe(20101)
  expect((await server.call(getBasicInfo, undefined, { token: answer.data.utoken })).code).toBe(0)
  expect(await server.sql('select 1 from session where uid = $1', uid)).toHaveLength(1)
  expect((await server.call(login, { email, password: PASSWORD })).code).toBe(20111)
  expect((await server.call(login, { email, password: NEW })).code).toBe(0)
})

test("notifies the owner in the account's language, without the code", async () => {
  const { email, uid } = await seedPerson(server)
  await server.sql(`update account set lang = 'zh' where uid = $1`, uid)
  const code = await requestCode(server, email, 'findpwd')
  await server.call(findPassword, { email, ...code, password: NEW })
  const mail = await server.waitForMail(email)
  expect(mail.code).toBeUndefined()
  expect(mail.subject).toMatch(/\p{Script=Han}/u)
  expect(mail.text).not.toContain(NEW)
})

test('voids every pending code', async () => {
  const { email } = await seedPerson(server)
  const loginCode = await requestCode(server, email, 'login')
  const code = await requestCode(server, email, 'findpwd')
  expect((await server.call(findPassword, { email, ...code, password: NEW })).code).toBe(0)
  expect((await server.call(loginByVerificationCode, { email, ...loginCode })).code).toBe(20203)
  expect((await server.call(findPassword, { email, ...code, password: NEW })).code).toBe(20203)
})

test('sets the password of an account that had none', async () => {
  const { email } = await seedPerson(server, { hasPassword: false })
  const code = await requestCode(server, email, 'findpwd')
  expect((await server.call(findPassword, { email, ...code, password: NEW })).code).toBe(0)
  expect((await server.call(login, { email, password: NEW })).code).toBe(0)
})

test('changes nothing for a wrong code', async () => {
  const { email } = await seedPerson(server)
  const token = (await server.call(login, { email, password: PASSWORD })).data.utoken
  const code = await requestCode(server, email, 'findpwd')
  const refused = await server.call(findPassword, {
    email,
    nonce: code.nonce,
    captcha: wrongCode(code),
    password: NEW,
  })
  expect(refused.code).toBe(20201)
  expect((await server.call(getBasicInfo, undefined, { token })).code).toBe(0)
  expect((await server.call(login, { email, password: PASSWORD })).code).toBe(0)
})

test('accepts one of 40 parallel resets with one code', async () => {
  const { email, uid } = await seedPerson(server)
  const code = await requestCode(server, email, 'findpwd')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      server.call(findPassword, { email, ...code, password: `${NEW}-${i}` }),
    ),
  )
  expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
  expect(answers.filter(answer => ![0, 20203, 20901].includes(answer.code))).toEqual([])
  const winner = answers.findIndex(answer => answer.code === 0)
  expect((await server.call(login, { email, password: `${NEW}-${winner}` })).code).toBe(0)
  expect(
    await server.sql(
      `select 1 from audit_event where event = 'password.reset' and uid = $1 and outcome = 'ok'`,
      uid,
    ),
  ).toHaveLength(1)
})

test('keeps the password of an account that was banned after its code was sent', async () => {
  const { email, uid } = await seedPerson(server)
  const code = await requestCode(server, email, 'findpwd')
  await server.sql(`update account set status = 'banned' where uid = $1`, uid)
  expect((await server.call(findPassword, { email, ...code, password: NEW })).code).toBe(20104)
  expect(await server.sql('select 1 from session where uid = $1', uid)).toEqual([])
})

test('applies the password rules', async () => {
  const { email } = await seedPerson(server, { email: newEmail('grace').replace(/-\w{6}/, '') })
  const code = await requestCode(server, email, 'findpwd')
  const local = email.split('@')[0] ?? ''
  for (const [password, expected] of [
    ['short', 20001],
    ['x'.repeat(21), 20001],
    ['password1', 20119],
    [local, 20119],
  ] as const) {
    const answer = await server.call(findPassword, { email, ...code, password })
    expect([password, answer.code]).toEqual([password, expected])
  }
  expect((await server.call(findPassword, { email, ...code, password: NEW })).code).toBe(0)
})

test('requires either an email address or an account', async () => {
  const code = { captcha: '123456', nonce: 'A'.repeat(43), password: NEW }
  for (const who of [{}, { email: newEmail(), account: 'shop' }]) {
    const answer = await server.call(findPassword, { ...who, ...code })
    expect([answer.code, answer.fields]).toEqual([20001, { email: 'email_required' }])
  }
})

test('resets an enterprise account by its ID and shows its mailbox masked', async () => {
  const business = await seedBusiness(server, { defaultPassword: true })
  const named = await server.call(verifyEnterpriseAccount, { account: business.account.toUpperCase() })
  const { nonce, receiver } = named.data
  expect(receiver).toMatch(/^o\*\*\*\w@example\.com$/)
  expect(named.text).not.toContain(business.email)
  expect((await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' })).code).toBe(0)
  const captcha = await server.waitForCode(business.email)
  const { account } = business
  const answer = await server.call(findPassword, { account, captcha, nonce, password: NEW })
  expect([answer.code, answer.data.uid]).toEqual([0, business.uid])
  expect((await server.call(enterpriseLogin, { account, password: PASSWORD })).code).toBe(20111)
  expect((await server.call(enterpriseLogin, { account, password: NEW })).code).toBe(0)
})

test.each([
  ['the masked mailbox', (masked: string) => masked],
  ['the account', (_masked: string, account: string) => account],
  ['the account in other letters', (_masked: string, account: string) => account.toLowerCase()],
])('sends the code for an enterprise account requested by %s', async (_name, choose) => {
  const business = await seedBusiness(server)
  const { data } = await server.call(verifyEnterpriseAccount, { account: business.account })
  const receiver = choose(data.receiver, business.account)
  const sent = await server.call(sendVerificationCode, { receiver, nonce: data.nonce, ticket: 'any' })
  expect(sent.code).toBe(0)
  expect(await server.waitForCode(business.email)).toMatch(/^\d{6}$/)
})

test("sends an enterprise account's code to no other mailbox", async () => {
  const business = await seedBusiness(server)
  const { data } = await server.call(verifyEnterpriseAccount, { account: business.account })
  const other = newEmail()
  const sent = await server.call(sendVerificationCode, { receiver: other, nonce: data.nonce, ticket: 'any' })
  expect(sent.code).toBe(20206)
  expect(await server.mailsTo(other)).toEqual([])
})

test('answers at once that an enterprise account is unknown', async () => {
  for (const account of ['no-such-shop', newEmail(), '%', "' or 1=1 --"])
    expect((await server.call(verifyEnterpriseAccount, { account })).code).toBe(20113)
})

test('rejects a reset by the identifier of the other kind of account', async () => {
  const business = await seedBusiness(server)
  const person = await seedPerson(server, { email: business.email })
  const code = await requestCode(server, person.email, 'findpwd')
  const byAccount = { account: business.account, ...code, password: NEW }
  expect((await server.call(findPassword, byAccount)).code).toBe(20203)
  const { data } = await server.call(verifyEnterpriseAccount, { account: business.account })
  await server.call(sendVerificationCode, { receiver: data.receiver, nonce: data.nonce, ticket: 'any' })
  const captcha = await server.waitForCode(business.email)
  const byEmail = { email: person.email, captcha, nonce: data.nonce, password: NEW }
  expect((await server.call(findPassword, byEmail)).code).toBe(20203)
})

test('reveals nothing about the owner when it rejects a password', async () => {
  const business = await seedBusiness(server, { email: 'quillhaven@example.com' })
  const proof = { captcha: '123456', nonce: 'A'.repeat(43) }
  const byAccount = { account: business.account, ...proof, password: 'quillhaven' }
  expect((await server.call(findPassword, byAccount)).code).toBe(20203)
  // The same rejection whether or not the address has an account.
  for (const email of [
    'margarethe@example.com',
    (await seedPerson(server, { email: 'wilhelmine@example.com' })).email,
  ])
    expect((await server.call(findPassword, { email, ...proof, password: email.split('@')[0] })).code).toBe(
      20119,
    )
})
