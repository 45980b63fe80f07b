import {
  createHumanChallenge,
  sendVerificationCode,
  verifyEmail,
  verifyHumanAnswer,
  verifyRecaptcha,
} from '@kerf/contract/endpoints/verification'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { setAuthenticationAge, signInWithBothProofs } from '../account-center/fixtures.ts'
import { newEmail, seedPerson } from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ env: { HUMAN_CHECK: 'slider' } })
const solved = await solve()

async function solve() {
  const { data } = await server.call(createHumanChallenge)
  const challenge = data.challenge as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('no solution was found')
  return { challenge, solution }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
const submit = (value: unknown) => server.call(verifyHumanAnswer, { payload: encode(value) })

async function requestCodeWith(ticket: unknown) {
  const email = newEmail()
  const { data } = await server.call(verifyEmail, { email, scene: 'register' })
  return server.call(sendVerificationCode, { receiver: email, nonce: data.nonce, ticket })
}

test('rejects altered answers without consuming the challenge', async () => {
  const { challenge, solution } = solved
  const { parameters } = challenge
  const soon = Math.floor(Date.now() / 1_000) + 60
  const altered = [
    { challenge, solution: { ...solution, counter: -1 } },
    { challenge, solution: { ...solution, derivedKey: solution.derivedKey.toUpperCase() } },
    { challenge, solution: { ...solution, derivedKey: '00'.repeat(16) } },
    { challenge, solution: {} },
    { challenge: { ...challenge, signature: `0${String(challenge.signature).slice(1)}0` }, solution },
    { challenge: { parameters }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, expiresAt: soon } }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, nonce: '00' } }, solution },
    { challenge: { ...challenge, parameters: null }, solution },
    { challenge: null, solution },
    null,
    [],
    'text',
    7,
  ]
  for (const value of altered) expect([value, (await submit(value)).code]).toEqual([value, 20205])
  for (const payload of ['not base64 %%%', '', 'e30=', '{}'])
    expect((await server.call(verifyHumanAnswer, { payload })).code).toBe(20205)
})

test('issues one ticket for a solved challenge, and one code for a ticket', async () => {
  // Twenty in parallel: the challenge is accepted once.
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(solved)))
  const tickets = answers.filter(one => one.code === 0)
  expect(tickets).toHaveLength(1)
  expect(answers.filter(one => ![0, 20205].includes(one.code))).toEqual([])
  const { ticket } = tickets[0]?.data ?? { ticket: '' }
  const sent = await Promise.all(Array.from({ length: 10 }, () => requestCodeWith(ticket)))
  expect(sent.map(one => one.code).sort()).toEqual([0, ...Array<number>(9).fill(20206)])
})

test('rejects the same solution in another encoding', async () => {
  const { challenge, solution } = solved
  const signature = String(challenge.signature)
  for (const value of [
    { challenge: { ...challenge, signature: signature.toUpperCase() }, solution },
    { challenge: { ...challenge, more: 1 }, solution: { ...solution, time: 1 } },
    { solution, challenge },
  ])
    expect((await submit(value)).code).toBe(20205)
})

test('rejects a ticket after five minutes', async () => {
  const { data } = await submit(await solve())
  await server.sql(
    `update one_time set expires_at = now() - interval '1 second' where kind = 'human_ticket' and consumed_at is null`,
  )
  expect((await requestCodeWith(data.ticket)).code).toBe(20206)
})

test.each([
  ['A'.repeat(43), 20206],
  ['any', 20205],
  ['', 20001],
  [' ', 20205],
  [undefined, 20204],
  [null, 20001],
  [true, 20001],
  [{}, 20001],
  ['x'.repeat(513), 20001],
])('rejects the forged ticket %j', async (ticket, code) => {
  expect((await requestCodeWith(ticket)).code).toBe(code)
})

test('counts no code and starts no delay for a rejected ticket', async () => {
  const email = newEmail()
  const { data } = await server.call(verifyEmail, { email, scene: 'register' })
  for (let i = 0; i < 3; i++)
    await server.call(sendVerificationCode, { receiver: email, nonce: data.nonce, ticket: 'A'.repeat(43) })
  const { ticket } = (await submit(await solve())).data
  expect((await server.call(sendVerificationCode, { receiver: email, nonce: data.nonce, ticket })).code).toBe(
    0,
  )
})

test('distinguishes an expired challenge from a wrong solution', async () => {
  const { data } = await server.call(createHumanChallenge)
  const challenge = data.challenge as unknown as Challenge
  const late = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 1 } }
  // Changing the time invalidates the signature; neither answer gets a ticket.
  expect([20205, 20206]).toContain((await submit({ challenge: late, solution: solved.solution })).code)
})

test('rejects reCAPTCHA tokens without configured keys', async () => {
  expect((await server.call(verifyRecaptcha, { token: 'any' })).code).toBe(20205)
})

test('limits the challenges of an IP address', async () => {
  const ip = '203.0.113.40'
  expect((await server.call(createHumanChallenge, undefined, { ip })).code).toBe(0)
  await server.sql(`update rate_limit set points = 120 where key = 'challenge:203.0.113.40'`)
  expect((await server.call(createHumanChallenge, undefined, { ip })).code).toBe(20429)
  expect((await server.call(verifyHumanAnswer, { payload: 'x' }, { ip })).code).toBe(20429)
  expect((await server.call(createHumanChallenge)).code).toBe(0)
})

describe('without a ticket', () => {
  /** Asks for the code of a new address as the person does who moves the account to it. */
  const requestCode = async (options: CallOptions) => {
    const email = newEmail()
    const { data } = await server.call(verifyEmail, { email, scene: 'bind' })
    return server.call(sendVerificationCode, { receiver: email, nonce: data.nonce }, options)
  }

  test('a person who proved a factor minutes ago gets a code, ten in an hour', async () => {
    const token = await signInWithBothProofs(server, await seedPerson(server))
    const codes = []
    for (let n = 0; n < 11; n++) codes.push((await requestCode({ token })).code)
    expect(codes).toEqual([...Array<number>(10).fill(0), 20204])
  })

  test('a stolen token, an old login and a visitor are asked for the human check', async () => {
    const person = await seedPerson(server)
    const token = await signInWithBothProofs(server, person)
    expect((await requestCode({ token, cookie: '' })).code).toBe(20204)
    await setAuthenticationAge(server, person.uid, '11 minutes')
    expect((await requestCode({ token })).code).toBe(20204)
    expect((await requestCode({})).code).toBe(20204)
  })
})
