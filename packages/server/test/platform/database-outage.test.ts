import { getBasicInfo, getFullInfo, logout } from '@kerf/contract/endpoints/account'
import { findPassword, login, loginByVerificationCode, register } from '@kerf/contract/endpoints/login'
import {
  createHumanChallenge,
  sendVerificationCode,
  verifyEmail,
} from '@kerf/contract/endpoints/verification'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, type Person, seedPerson } from '../support/accounts.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/tcp-proxy.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let wire: DatabaseProxy
let server: TestServer
let person: Person
let token: string
beforeAll(async () => {
  server = await startTestServer({
    databaseProxy: async url => {
      wire = await startDatabaseProxy(new URL(url))
      const cut = new URL(url)
      cut.port = String(wire.port)
      return cut.href
    },
  })
  person = await seedPerson(server)
  token = (await server.call(login, { email: person.email, password: PASSWORD, remember: true })).data.utoken
}, 30_000)
afterAll(async () => {
  await server.close()
  await wire.close()
})

const recovers = () =>
  expect
    .poll(async () => (await server.call(getBasicInfo, undefined, { token })).code, {
      timeout: 10_000,
      interval: 100,
    })
    .toBe(0)

afterEach(async () => {
  wire.state = 'whole'
  await recovers()
}, 20_000)

const everyCall = () => {
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

test('without its database every call says so, and none that a token is dead', async () => {
  wire.disconnect('cut')
  for (const answer of await Promise.all(everyCall())) {
    expect([answer.code, answer.status]).toEqual([20901, 503])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.cookies).toEqual([])
  }
})

test('what can never be a token needs no database to be refused', async () => {
  wire.disconnect('cut')
  expect((await server.call(getBasicInfo, undefined, { token: 'short' })).code).toBe(20101)
})

test('a database that stops answering is waited for no longer than a call lasts', async () => {
  wire.disconnect('dead')
  const answers = await Promise.all([
    server.call(getBasicInfo, undefined, { token }),
    server.call(login, { email: person.email, password: PASSWORD }),
  ])
  for (const answer of answers) expect([answer.code, answer.status]).toEqual([20901, 503])
}, 30_000)

test('a database that ends every connection is found again at the next call', async () => {
  for (let i = 0; i < 3; i++) {
    await server.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'kerf%'`,
    )
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call(getBasicInfo, undefined, { token })),
    )
    for (const answer of answers) expect([0, 20901]).toContain(answer.code)
    await recovers()
  }
})

test('health tells a process that turns from one that can work', async () => {
  const status = async (path: string) => (await fetch(server.url + path)).status
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  wire.disconnect('cut')
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
  wire.state = 'whole'
  await expect.poll(() => status('/readyz'), { timeout: 5_000 }).toBe(200)
})

test('limits are stricter, not gone, while they cannot be counted', async () => {
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
