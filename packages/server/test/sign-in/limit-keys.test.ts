/** What a limit is counted by: the identifier of the call and the canonical network, never a label or a foreign field (S-014). */
import { type Endpoint, isInQuery } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { findPassword } from '@kerf/contract/endpoints/password'
import { login } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEnterpriseAccount } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { sampleInput } from '../account-center/sample-input.ts'
import { newEmail, seedBusiness, seedPerson, skipCodeInterval } from '../support/accounts.ts'
import { newIpAddress } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ env: { CODES_PER_RECEIVER: '3' } })

const TRIES = 14
const repeat = async (call: (i: number) => Promise<{ code: number }>): Promise<number[]> => {
  const codes: number[] = []
  for (let i = 0; i < TRIES; i++) codes.push((await call(i)).code)
  return codes
}

test('a different app, language, platform and user agent each time give no further tries', async () => {
  const { email } = await seedPerson(server)
  const codes = await repeat(i =>
    server.call(
      login,
      { email, password: 'wrong' },
      {
        lang: i % 2 === 0 ? 'en' : 'zh',
        headers: {
          appcode: ['creative', 'projects', `made-up-${i}`][i % 3] ?? '',
          appplatform: `platform-${i}`,
          appversion: `1.${i}`,
          apporigin: `origin-${i}`,
          'user-agent': `agent ${i}`,
        },
      },
    ),
  )
  expect(codes).toEqual([...Array<number>(10).fill(20111), ...Array<number>(4).fill(20429)])
})

/** Fields that identify somebody in some call. */
const FOREIGN_FIELDS = ['email', 'account', 'uid', 'receiver', 'phone'] as const
const writes = Object.entries(ENDPOINTS as Record<string, Endpoint>).filter(
  ([, endpoint]) => endpoint.access === 'anyone' && endpoint.input && !isInQuery(endpoint),
)

test.each(writes)('%s counts by no field that is not its own', async (_name, endpoint) => {
  const options = { ip: newIpAddress(), params: { channel: 'github' } }
  // The threshold over all accounts writes a second later.
  const keys = async () =>
    (await server.sql(`select key from rate_limit where key not like 'global:%' order by key`)).map(
      ({ key }) => key,
    )
  const input = sampleInput(endpoint)
  await server.call(endpoint, input, options)
  const before = await keys()
  for (const field of FOREIGN_FIELDS.filter(field => !(field in (input ?? {})))) {
    const answer = await server.call(endpoint, { ...input, [field]: newEmail() }, options)
    // Either refused as unknown, or a field of the call's other form.
    expect([field, answer.code === 0]).toEqual([field, false])
  }
  expect(await keys()).toEqual(before)
})

test('an enterprise account with a random email address is no other receiver of a reset', async () => {
  const { account } = await seedBusiness(server)
  const reset = { account, captcha: '123456', nonce: 'A'.repeat(43), password: 'another-one-5' }
  for (let i = 0; i < 3; i++)
    expect((await server.call(findPassword, { ...reset, email: newEmail() })).code).toBe(20001)
})

test('spellings of a receiver share its mails', async () => {
  const { account, email } = await seedBusiness(server)
  const ip = '203.0.113.90'
  const codes: number[] = []
  for (let i = 0; i < 5; i++) {
    await skipCodeInterval(server)
    const { data } = await server.call(verifyEnterpriseAccount, {
      account: i % 2 ? account : account.toUpperCase(),
    })
    const receiver = i % 2 ? data.receiver : email.toUpperCase()
    codes.push(
      (await server.call(sendVerificationCode, { receiver, nonce: data.nonce, ticket: 'any' }, { ip })).code,
    )
  }
  // Three, and the one that a human check opens for a network.
  expect(codes).toEqual([0, 0, 0, 0, 20429])
})
