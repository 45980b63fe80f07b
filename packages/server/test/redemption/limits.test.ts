/** Limits against guessing codes (S-087, S-091). */
import { redeem } from '@kerf/contract/endpoints/redemption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAddress } from '../support/api-call.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { MASTER_KEY, makeCodes, newRedeemer, oneCode, tryCode } from './helpers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ processes: 2, env: { KERF_MASTER_KEY: MASTER_KEY } })
})
afterAll(() => server.close())

let guesses = 0
const guess = (): string => `Z${String(++guesses).padStart(15, '0')}`
const codesOf = (answers: readonly { code: number }[]): number[] => answers.map(({ code }) => code)

test('rejects a valid code after ten wrong ones in an hour, with Retry-After', async () => {
  const person = await newRedeemer(server)
  const code = await oneCode(server)
  const wrong = ['short', 'also!', ...Array.from({ length: 8 }, guess)]
  for (const [i, bad] of wrong.entries())
    expect((await tryCode(server, person, bad, { process: i % 2 })).code).toBe(20301)
  const blocked = await tryCode(server, person, code)
  expect(blocked.code).toBe(20429)
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(3000)
  await server.sql(`update rate_limit set expire = 0 where key = $1`, `redeem.wrong.hour:${person.uid}`)
  await expect.poll(async () => (await tryCode(server, person, code)).code, { timeout: 5_000 }).toBe(0)
})

test('rejects a valid code after thirty wrong ones in a day', async () => {
  const person = await newRedeemer(server)
  await server.sql(
    `insert into rate_limit values ($1, 30, (extract(epoch from now()) * 1000)::bigint + 80000000)`,
    `redeem.wrong.day:${person.uid}`,
  )
  expect((await tryCode(server, person, await oneCode(server))).code).toBe(20429)
})

test('does not count used and expired codes as wrong', async () => {
  const person = await newRedeemer(server)
  const used = await oneCode(server)
  const expired = await oneCode(server, { expires: '2020-01-01' })
  await tryCode(server, person, used)
  for (let i = 0; i < 12; i++) {
    expect((await tryCode(server, person, used)).code).toBe(20303)
    expect((await tryCode(server, person, expired)).code).toBe(20302)
  }
  expect((await tryCode(server, person, await oneCode(server))).code).toBe(0)
})

test('limits a burst of parallel guesses: a valid code at its end is rejected', async () => {
  const person = await newRedeemer(server)
  const code = await oneCode(server)
  const answers = await Promise.all(
    [...Array.from({ length: 120 }, guess), code].map((bad, i) =>
      tryCode(server, person, bad, { process: i % 2 }),
    ),
  )
  // Each process may have one attempt in progress when the other process reaches the limit.
  expect(codesOf(answers).filter(code => code === 20301).length).toBeLessThanOrEqual(10)
  expect(answers.at(-1)?.code).toBe(20429)
  expect(await server.sql('select 1 from redemption where uid = $1', person.uid)).toEqual([])
})

test('limits one address to sixty wrong codes, whatever the number of accounts', async () => {
  const ip = freshAddress()
  const people = await Promise.all(Array.from({ length: 8 }, () => newRedeemer(server)))
  let invalid = 0
  for (let turn = 0; turn < 9; turn++) {
    const answers = await Promise.all(
      people.map((person, i) => tryCode(server, person, guess(), { ip, process: i % 2 })),
    )
    invalid += codesOf(answers).filter(code => code === 20301).length
  }
  expect(invalid).toBe(60)
  // Other addresses are not affected.
  expect((await tryCode(server, await newRedeemer(server), await oneCode(server))).code).toBe(0)
})

test('limits an account to 300 calls an hour, whatever their result', async () => {
  const person = await newRedeemer(server)
  await server.sql(
    `insert into rate_limit values ($1, 299, (extract(epoch from now()) * 1000)::bigint + 3000000)`,
    `redeem:${person.uid}`,
  )
  const { codes } = await makeCodes(server, { count: 2 })
  expect((await tryCode(server, person, codes[0])).code).toBe(0)
  expect((await tryCode(server, person, codes[1])).code).toBe(20429)
})

test('reveals nothing about a code to an invalid token', async () => {
  const code = await oneCode(server)
  expect((await server.call(redeem, { code }, { token: 'A'.repeat(43) })).code).toBe(20101)
  expect((await server.call(redeem, { code })).code).toBe(20101)
})
