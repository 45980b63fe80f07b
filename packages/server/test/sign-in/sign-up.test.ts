import { findPassword } from '@kerf/contract/endpoints/password'
import { getBasicInfo, getFullInfo } from '@kerf/contract/endpoints/profile'
import { loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import {
  newEmail,
  PASSWORD,
  requestCode,
  seedPerson,
  signUp,
  skipCodeInterval,
  wrongCode,
} from '../support/accounts.ts'
import { newIpAddress } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const accountsOf = (email: string) =>
  server.sql('select uid from sign_in_identifier where value = lower($1)', email)

test('registers and signs in with a code from the mailbox', async () => {
  const email = `Ada.Lovelace+cut-${Date.now()}@Example.COM`
  const registered = await signUp(server, email)
  expect(registered.code).toBe(0)
  expect(registered.data.utoken).toMatch(/^[\w-]{64}$/)
  const { data } = await server.call(getFullInfo, undefined, { token: registered.data.utoken })
  expect(data).toMatchObject({
    uid: registered.data.uid,
    email: email.replace('Example.COM', 'example.com'),
    hasPassword: true,
    defaultPassword: false,
  })
  const agreed = await server.sql(
    'select document, version from agreement where uid = $1 order by 1',
    registered.data.uid,
  )
  expect(agreed.map(row => row.document)).toEqual(['privacy', 'terms'])
  expect(registered.cookies[0]).toMatch(
    /^utoken=[\w-]{64}; Path=\/; Max-Age=31536000; SameSite=None; Secure$/,
  )
})

test('stores no token, code, nonce or password in plain text', async () => {
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  const registered = await server.call(register, { email, password: PASSWORD, ...code, agreement: true })
  const rows = await server.sql(
    `select (select jsonb_agg(s) from session s)::text || (select jsonb_agg(v) from verification v)::text
         || (select jsonb_agg(a) from account a)::text || (select jsonb_agg(e) from audit_event e)::text as everything`,
  )
  const everything = String(rows[0]?.everything)
  for (const secret of [registered.data.utoken, code.nonce, PASSWORD]) {
    expect(everything).not.toContain(secret)
    expect(everything).not.toContain(Buffer.from(secret).toString('hex'))
  }
  expect(everything).not.toContain(`"${code.captcha}"`)
  expect(everything).toContain('$argon2id$v=19$')
})

test('voids a code after five wrong tries', async () => {
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  const submit = (captcha: string) =>
    server.call(register, { email, password: PASSWORD, nonce: code.nonce, captcha, agreement: true })
  for (let i = 1; i <= 5; i++) {
    const refused = await submit(wrongCode(code, i))
    expect([refused.code, refused.fields]).toEqual([20201, { captcha: 'code_invalid' }])
  }
  expect((await submit(code.captcha)).code).toBe(20203)
  expect(await accountsOf(email)).toEqual([])
})

test('rejects a code that was already used', async () => {
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  const input = { email, password: PASSWORD, ...code, agreement: true } as const
  expect((await server.call(register, input)).code).toBe(0)
  expect((await server.call(register, input)).code).toBe(20203)
})

const keyed = (key: string) => ({ 'Idempotency-Key': key })

test('repeats a sign-up by its key: the lost answer becomes a session of its own', async () => {
  const email = newEmail('repeat')
  const code = await requestCode(server, email, 'register')
  const body = { email, password: PASSWORD, ...code, agreement: true } as const
  const [first, again] = [
    await server.call(register, body, { headers: keyed('a-key') }),
    await server.call(register, body, { headers: keyed('a-key') }),
  ]
  expect([first.code, again.code]).toEqual([0, 0])
  expect(again.data.uid).toBe(first.data.uid)
  expect(again.data.utoken).not.toBe(first.data.utoken)
  const repeat = async (change: object, idempotencyKey?: string) =>
    (
      await server.call(
        register,
        { ...body, ...change },
        idempotencyKey ? { headers: keyed(idempotencyKey) } : {},
      )
    ).code
  expect(await repeat({})).toBe(20203)
  expect(await repeat({}, 'another-key')).toBe(20203)
  expect(await repeat({ password: `${PASSWORD}!` }, 'a-key')).toBe(20203)
  expect(await repeat({ captcha: wrongCode(code) }, 'a-key')).toBe(20203)
  await server.sql(`update verification set expires_at = now() where repeat_key is not null`)
  expect(await repeat({}, 'a-key')).toBe(20203)
})

test('rejects a code after ten minutes', async () => {
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  await server.sql(`update verification set code_expires_at = now() - interval '1 second'`)
  const late = await server.call(register, { email, password: PASSWORD, ...code, agreement: true })
  expect(late.code).toBe(20203)
})

test('rejects a nonce after ten minutes', async () => {
  const email = newEmail()
  const { data } = await server.call(verifyEmail, { email, scene: 'register' })
  await server.sql(`update verification set expires_at = now() - interval '1 second'`)
  const sent = await server.call(sendVerificationCode, { receiver: email, nonce: data.nonce, ticket: 'any' })
  expect(sent.code).toBe(20206)
})

test('accepts only the newest code of a mailbox, scene and requester', async () => {
  const email = newEmail()
  const options = { ip: newIpAddress() }
  const older = await requestCode(server, email, 'register', options)
  await skipCodeInterval(server)
  const newer = await requestCode(server, email, 'register', options)
  const submit = (code: typeof older) =>
    server.call(register, { email, password: PASSWORD, ...code, agreement: true })
  expect((await submit(older)).code).toBe(20203)
  expect((await submit({ ...newer, nonce: older.nonce })).code).toBe(20203)
  expect((await submit(newer)).code).toBe(0)
})

test('replaces the code of a nonce by a new one', async () => {
  const email = newEmail()
  const { nonce, captcha } = await requestCode(server, email, 'register')
  await skipCodeInterval(server)
  await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' })
  const newer = await server.waitForCode(email)
  const submit = (code: string) =>
    server.call(register, { email, password: PASSWORD, nonce, captcha: code, agreement: true })
  if (newer !== captcha) expect((await submit(captcha)).code).toBe(20201)
  expect((await submit(newer)).code).toBe(0)
})

test('rejects a code of another scene, receiver or nonce', async () => {
  const person = await seedPerson(server)
  const login = await requestCode(server, person.email, 'login')
  const recover = await requestCode(server, person.email, 'findpwd')
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  const other = await requestCode(server, newEmail(), 'register')
  const refused = [
    await server.call(register, { email: person.email, password: PASSWORD, ...login, agreement: true }),
    await server.call(findPassword, { email: person.email, password: PASSWORD, ...login }),
    await server.call(loginByVerificationCode, { email: person.email, ...recover }),
    await server.call(register, { email: newEmail(), password: PASSWORD, ...code, agreement: true }),
    await server.call(register, { email, password: PASSWORD, ...other, agreement: true }),
  ]
  expect(refused.map(answer => answer.code)).toEqual([20203, 20203, 20203, 20203, 20203])
})

test('rejects a nonce for which no code was sent', async () => {
  const email = newEmail()
  const { data } = await server.call(verifyEmail, { email, scene: 'register' })
  for (const nonce of [data.nonce, 'A'.repeat(43)]) {
    const answer = await server.call(register, {
      email,
      password: PASSWORD,
      nonce,
      captcha: '000000',
      agreement: true,
    })
    expect(answer.code).toBe(20203)
  }
})

test('reports a registered address before a code is sent', async () => {
  const { email } = await seedPerson(server)
  for (const spelling of [email, email.toUpperCase()]) {
    expect((await server.call(verifyEmail, { email: spelling, scene: 'register' })).code).toBe(20116)
    expect((await server.call(verifyEmail, { email: spelling, scene: 'bind' })).code).toBe(20403)
  }
})

test('answers 20115 if the mailbox was registered after the code was sent', async () => {
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  await seedPerson(server, { email })
  const lost = await server.call(register, { email, password: PASSWORD, ...code, agreement: true })
  expect(lost.code).toBe(20115)
})

test.each([
  ['five code points', 'a1b2c', 20001],
  ['six code points', 'a1b2c#', 0],
  ['six emoji', '🪚🔧🪛🔩📐🧰', 0],
  ['five emoji', '🪚🔧🪛🔩📐', 20001],
  ['twenty CJK characters', '激光切割机与打印机账户门户的长密码二十字', 0],
  ['twenty-one CJK characters', '激光切割机与打印机账户门户的长密码二十一字', 20001],
  ['spaces at both ends', '  hop on  ', 0],
  ['a common one', 'password1', 20119],
  ['a common one in capitals', 'PassWord1', 20119],
  ['the product', 'kerfpassport1!', 20119, 'password_own_words'],
  ['blanks only', '      ', 20119, 'password_pattern'],
  ['a row of keys', 'qwertyuiop', 20119, 'password_pattern'],
])('handles a password of %s', async (_name, password, code, field = 'password_too_common') => {
  const email = newEmail()
  const proof = await requestCode(server, email, 'register')
  const answer = await server.call(register, { email, password, ...proof, agreement: true })
  expect([answer.code, answer.fields]).toEqual(
    code === 0 ? [0, undefined] : [code, { password: code === 20001 ? 'password_length' : field }],
  )
  if (code === 0)
    expect((await server.call(getBasicInfo, undefined, { token: answer.data.utoken })).code).toBe(0)
})

test('rejects the local part of the address as password', async () => {
  const email = `wilhelmina.k${Date.now() % 1000}@example.com`
  const proof = await requestCode(server, email, 'register')
  const local = email.split('@')[0] ?? ''
  for (const password of [local, local.toUpperCase(), `${local}!`]) {
    const answer = await server.call(register, { email, password, ...proof, agreement: true })
    expect(answer.code).toBe(20119)
  }
})

test.each([
  [false, 'agreement_required'],
  ['true', 'agreement_required'],
  [1, 'agreement_required'],
  [null, 'agreement_required'],
  [undefined, 'required'],
])('rejects agreement %j', async (agreement, fieldError) => {
  const answer = await server.call(register, {
    email: newEmail(),
    password: PASSWORD,
    captcha: '123456',
    nonce: 'A'.repeat(43),
    agreement,
  })
  expect([answer.code, answer.fields]).toEqual([20001, { agreement: fieldError }])
})
