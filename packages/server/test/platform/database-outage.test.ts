import { findPassword } from '@kerf/contract/endpoints/password'
import { getBasicInfo, getFullInfo } from '@kerf/contract/endpoints/profile'
import { logout } from '@kerf/contract/endpoints/session'
import { login, loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import {
  createHumanChallenge,
  sendVerificationCode,
  verifyEmail,
} from '@kerf/contract/endpoints/verification'
import { afterEach, expect, test } from 'vitest'
import { newEmail, PASSWORD, seedPerson } from '../support/accounts.ts'
import { useProxiedServer } from '../support/test-server.ts'

const server = await useProxiedServer()
const person = await seedPerson(server)
const token = (await server.call(login, { email: person.email, password: PASSWORD, remember: true })).data
  .utoken

const expectRecovery = () =>
  expect
    .poll(async () => (await server.call(getBasicInfo, undefined, { token })).code, {
      interval: 100,
    })
    .toBe(0)

afterEach(async () => {
  server.proxy.state = 'open'
  await expectRecovery()
})

const callEveryKind = () => {
  const { email } = person
  const proof = { captcha: '123456', nonce: 'A'.repeat(43) }
  return [
    server.call(getBasicInfo, undefined, { token }),
    server.call(getFullInfo, undefined, { token }),
    server.call(logout, {}, { token }),
    server.call(login, { email, password: PASSWORD }),
    server.call(loginByVerificationCode, { email, ...proof }),
    server.call(register, { email: newEmail(), ...proof, password: PASSWORD, agreement: true }),
    server.call(findPassword, { email, ...proof, password: PASSWORD }),
    server.call(verifyEmail, { email, scene: 'login' }),
    server.call(sendVerificationCode, { receiver: email, nonce: proof.nonce, ticket: 'any' }),
  ]
}

test('answers 503 to every call without a database, and does not expire the token', async () => {
  server.proxy.interrupt('closed')
  for (const answer of await Promise.all(callEveryKind())) {
    expect([answer.code, answer.status]).toEqual([20901, 503])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    // A browser that requests a code is named before the database is asked.
    expect(answer.cookies.filter(cookie => !cookie.startsWith('kerfDevice='))).toEqual([])
  }
})

test('rejects a malformed token without a database', async () => {
  server.proxy.interrupt('closed')
  expect((await server.call(getBasicInfo, undefined, { token: 'short' })).code).toBe(20101)
})

test('answers 503 within the query timeout when the database does not respond', async () => {
  server.proxy.interrupt('silent')
  const answers = await Promise.all([
    server.call(getBasicInfo, undefined, { token }),
    server.call(login, { email: person.email, password: PASSWORD }),
  ])
  for (const answer of answers) expect([answer.code, answer.status]).toEqual([20901, 503])
})

test('reconnects after the database has closed every connection', async () => {
  for (let i = 0; i < 3; i++) {
    await server.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'kerf%'`,
    )
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call(getBasicInfo, undefined, { token })),
    )
    for (const answer of answers) expect([0, 20901]).toContain(answer.code)
    await expectRecovery()
  }
})

test.each(['closed', 'silent'] as const)(
  'stays alive and ready while the database is %s: a proxy without servers would answer with its own page',
  async state => {
    const status = async (path: string) => (await fetch(server.url + path)).status
    server.proxy.interrupt(state)
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  },
)

test('is not ready with a schema that is older than its version', async () => {
  const statusOfReadyz = async () => (await fetch(`${server.url}/readyz`)).status
  await server.sql(`update migration set name = 'x' || name where name like '001-%'`)
  try {
    await expect.poll(statusOfReadyz).toBe(503)
  } finally {
    await server.sql(`update migration set name = substr(name, 2) where name like 'x001-%'`)
  }
  await expect.poll(statusOfReadyz).toBe(200)
})

test('applies stricter rate limits while they cannot be stored', async () => {
  await server.sql('alter table rate_limit rename to rate_limit_away')
  try {
    const ip = '203.0.113.99'
    const codes = []
    for (let i = 0; i < 30; i++) codes.push((await server.call(createHumanChallenge, undefined, { ip })).code)
    expect(codes.slice(0, 20)).toEqual(Array<number>(20).fill(0))
    expect(codes.slice(24)).toEqual(Array<number>(6).fill(20429))
    const tries = []
    const { email } = await seedPerson(server)
    for (let i = 0; i < 6; i++) tries.push((await server.call(login, { email, password: 'wrong' })).code)
    expect(tries.filter(code => code === 20111)).toHaveLength(2)
    expect(tries.at(-1)).toBe(20429)
  } finally {
    await server.sql('alter table rate_limit_away rename to rate_limit')
  }
})
