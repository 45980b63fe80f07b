import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { loginByVerificationCode } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { newEmail, requestCode, seedPerson, skipCodeInterval, wrongCode } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

test('signs in with a code from the mailbox', async () => {
  const { email, uid } = await seedPerson(server)
  const code = await requestCode(server, email, 'login')
  const answer = await server.call(loginByVerificationCode, {
    email: email.toUpperCase(),
    ...code,
    remember: true,
  })
  expect([answer.code, answer.data.uid]).toEqual([0, uid])
  expect(answer.cookies[0]).toContain('; Max-Age=31536000;')
  expect((await server.call(getBasicInfo, undefined, { token: answer.data.utoken })).data.uid).toBe(uid)
})

test('reports an unknown address before a code is sent', async () => {
  for (const scene of ['login', 'findpwd'] as const)
    expect((await server.call(verifyEmail, { email: newEmail(), scene })).code).toBe(20114)
})

test.each(['delete', 'setpwd', 'verify'] as const)('rejects the scene %s', async scene => {
  const { email } = await seedPerson(server)
  const answer = await server.call(verifyEmail, { email, scene })
  expect([answer.code, answer.fields]).toEqual([20001, { scene: 'invalid' }])
})

test('accepts one of 60 parallel sign-ins with one code', async () => {
  const { email, uid } = await seedPerson(server)
  const code = await requestCode(server, email, 'login')
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => server.call(loginByVerificationCode, { email, ...code })),
  )
  expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
  expect(answers.filter(answer => ![0, 20203, 20901].includes(answer.code))).toEqual([])
  expect(await server.sql('select 1 from session where uid = $1', uid)).toHaveLength(1)
})

test('limits a mailbox to twenty wrong codes a day over all codes and scenes', async () => {
  const { email } = await seedPerson(server)
  for (let round = 0; round < 4; round++) {
    const code = await requestCode(server, email, 'login')
    for (let i = 1; i <= 5; i++) {
      const refused = await server.call(loginByVerificationCode, {
        email,
        nonce: code.nonce,
        captcha: wrongCode(code, i),
      })
      expect(refused.code).toBe(20201)
    }
    await skipCodeInterval(server)
  }
  const code = await requestCode(server, email, 'login')
  expect((await server.call(loginByVerificationCode, { email, ...code })).code).toBe(20204)
  const ticket = 'any'
  expect((await server.call(loginByVerificationCode, { email, ...code, ticket })).code).toBe(0)
})

test('counts a wrong code of a refused request', async () => {
  const { email, uid } = await seedPerson(server)
  const code = await requestCode(server, email, 'login')
  await server.call(loginByVerificationCode, { email, nonce: code.nonce, captcha: wrongCode(code) })
  expect(await server.sql('select tries from verification where uid = $1', uid)).toEqual([{ tries: 1 }])
})

test('rejects an account that was banned after its code was sent', async () => {
  const { email, uid } = await seedPerson(server)
  const code = await requestCode(server, email, 'login')
  await server.sql(`update account set status = 'banned' where uid = $1`, uid)
  const wrong = await server.call(loginByVerificationCode, {
    email,
    nonce: code.nonce,
    captcha: wrongCode(code),
  })
  expect(wrong.code).toBe(20201)
  const right = await server.call(loginByVerificationCode, { email, ...code })
  expect([right.code, right.cookies]).toEqual([20104, []])
  expect(await server.sql('select 1 from session where uid = $1', uid)).toEqual([])
})

test('signs in a restricted account', async () => {
  const { email } = await seedPerson(server, { status: 'restricted' })
  const code = await requestCode(server, email, 'login')
  expect((await server.call(loginByVerificationCode, { email, ...code })).code).toBe(0)
})

test('mails a code only to the mailbox of its nonce', async () => {
  const { email } = await seedPerson(server)
  const { data } = await server.call(verifyEmail, { email, scene: 'login' })
  for (const receiver of [
    newEmail(),
    `${email}.evil.example`,
    `${email},${newEmail()}`,
    'm***r@example.com',
    'shop',
  ])
    expect(
      (await server.call(sendVerificationCode, { receiver, nonce: data.nonce, ticket: 'any' })).code,
    ).toBe(20206)
  expect(await server.mailsTo(email)).toEqual([])
})

test.each([
  ['a Kelvin sign for k', '\u212aate', 'example.com'],
  ['full-width letters in the domain', 'kate', '\uff45xample.com'],
  ['capital letters', 'KATE', 'EXAMPLE.COM'],
])('mails an address that is written with %s to the same mailbox', async (_name, local, domain) => {
  await seedPerson(server, { email: 'kate@example.com' }).catch(() => undefined)
  const typed = `${local}@${domain}`
  const { data } = await server.call(verifyEmail, { email: typed, scene: 'login' })
  await skipCodeInterval(server)
  expect(
    (await server.call(sendVerificationCode, { receiver: typed, nonce: data.nonce, ticket: 'any' })).code,
  ).toBe(0)
  const mail = await server.waitForMail('kate@example.com')
  expect(mail.to).toMatch(/^kate@example\.com$/i)
  expect(mail.to).toMatch(/^[ -~]+$/)
})
