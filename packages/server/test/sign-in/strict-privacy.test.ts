import { findPassword, loginByVerificationCode, register } from '@kerf/contract/endpoints/login'
import {
  sendVerificationCode,
  verifyEmail,
  verifyEnterpriseAccount,
} from '@kerf/contract/endpoints/verification'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, requestCode, seedBusiness, seedPerson, signUp } from '../support/accounts.ts'
import type { Answer } from '../support/api-call.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { ACCOUNT_PRIVACY: 'strict' } })
})
afterAll(() => server.close())

/** A response without its random values. */
const comparable = ({ status, text, headers, cookies }: Answer<unknown>) => ({
  status,
  text: text.replace(/"(nonce|requestId)":"[\w-]+"/g, '"$1":"…"'),
  cookies,
  retry: headers.get('retry-after'),
  size: headers.get('content-length')?.length,
})

test.each(['login', 'register', 'findpwd', 'bind'] as const)(
  'gives the same answers to a known and an unknown mailbox in scene %s, step by step',
  async scene => {
    const known = (await seedPerson(server)).email
    const unknown = newEmail()
    const paths = []
    for (const email of [known, unknown]) {
      const verified = await server.call(verifyEmail, { email, scene })
      const { nonce } = verified.data
      const proof = { captcha: '000000', nonce }
      const steps = [
        verified,
        await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' }),
        await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' }),
        await server.call(loginByVerificationCode, { email, ...proof }),
        await server.call(findPassword, { email, ...proof, password: PASSWORD }),
        await server.call(register, { email, ...proof, password: PASSWORD, agreement: true }),
      ]
      paths.push(steps.map(comparable))
    }
    expect(paths[0]).toEqual(paths[1])
  },
)

test.each(['login', 'register', 'findpwd', 'bind'] as const)(
  'reveals nothing for receivers that do not match in scene %s',
  async scene => {
    const known = (await seedPerson(server)).email
    const paths = []
    for (const email of [known, newEmail()]) {
      const steps = []
      for (const receiver of ['***', 'shop', 'm***r@example.com', 'other@example.com', 'no@mail box']) {
        const { nonce } = (await server.call(verifyEmail, { email, scene })).data
        steps.push(comparable(await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' })))
      }
      paths.push(steps)
    }
    expect(paths[0]).toEqual(paths[1])
    expect(await server.mailsTo('other@example.com')).toEqual([])
    expect(await server.mailsTo(known)).toEqual([])
  },
)

test('sends no mail to an unknown mailbox for sign-in and password reset', async () => {
  const email = newEmail()
  for (const scene of ['login', 'findpwd'] as const) {
    const { nonce } = (await server.call(verifyEmail, { email, scene })).data
    expect((await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' })).code).toBe(0)
  }
  // A mail that was queued later has arrived, so earlier ones would have arrived too.
  await requestCode(server, newEmail(), 'register')
  expect((await server.mailsTo(email)).filter(mail => mail.code !== undefined)).toEqual([])
})

test('mails the owner of a registered address that it has an account, without a code', async () => {
  const { email } = await seedPerson(server)
  const { nonce } = (await server.call(verifyEmail, { email, scene: 'register' })).data
  await server.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' })
  const mail = await server.waitForMail(email)
  expect(mail.code).toBeUndefined()
  expect(mail.text).not.toMatch(/\b\d{6}\b/)
  expect(mail.text).toContain('/en/login')
})

test('gives the same answers to a known and an unknown enterprise account', async () => {
  const { account } = await seedBusiness(server)
  const paths = []
  for (const name of [account, 'no-such-shop']) {
    const verified = await server.call(verifyEnterpriseAccount, { account: name })
    const { nonce, receiver } = verified.data
    const steps = [
      verified,
      await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' }),
      await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' }),
      await server.call(findPassword, { account: name, captcha: '000000', nonce, password: PASSWORD }),
    ]
    paths.push(steps.map(comparable))
  }
  expect(paths[0]).toEqual(paths[1])
})

test('still registers, signs in and resets passwords', async () => {
  const email = newEmail()
  expect((await signUp(server, email)).code).toBe(0)
  const code = await requestCode(server, email, 'login')
  expect((await server.call(loginByVerificationCode, { email, ...code })).code).toBe(0)
  const recover = await requestCode(server, email, 'findpwd')
  expect((await server.call(findPassword, { email, ...recover, password: 'engraved-88' })).code).toBe(0)
})
