/** Limits against guessing codes (S-087, S-091). */
import { redeem } from '@kerf/contract/endpoints/redemption'
import { expect, test } from 'vitest'
import { newIpAddress } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { createTestCode, createTestCodes, MASTER_KEY, newRedeemer, redeemCode } from './helpers.ts'

const server = await useTestServer({ sibling: true, env: { KERF_MASTER_KEY: MASTER_KEY } })

let guesses = 0
const guess = (): string => `Z${String(++guesses).padStart(15, '0')}`
const codesOf = (answers: readonly { code: number }[]): number[] => answers.map(({ code }) => code)

test('rejects a valid code after ten wrong ones in an hour, with Retry-After', async () => {
  const person = await newRedeemer(server)
  const code = await createTestCode(server)
  const wrong = ['short', 'also!', ...Array.from({ length: 8 }, guess)]
  for (const [i, bad] of wrong.entries())
    expect((await redeemCode(server, person, bad, { process: i % 2 })).code).toBe(20301)
  const blocked = await redeemCode(server, person, code)
  expect(blocked.code).toBe(20429)
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(3000)
  await server.sql(`update rate_limit set expire = 0 where key = $1`, `redeem.wrong.hour:${person.uid}`)
  await expect.poll(async () => (await redeemCode(server, person, code)).code).toBe(0)
})

test('rejects a valid code after thirty wrong ones in a day', async () => {
  const person = await newRedeemer(server)
  await server.sql(
    `insert into rate_limit values ($1, 30, (extract(epoch from now()) * 1000)::bigint + 80000000)`,
    `redeem.wrong.day:${person.uid}`,
  )
  expect((await redeemCode(server, person, await createTestCode(server))).code).toBe(20429)
})

test('does not count used and expired codes as wrong', async () => {
  const person = await newRedeemer(server)
  const used = await createTestCode(server)
  const expired = await createTestCode(server, { expires: '2020-01-01' })
  await redeemCode(server, person, used)
  for (let i = 0; i < 12; i++) {
    expect((await redeemCode(server, person, used)).code).toBe(20303)
    expect((await redeemCode(server, person, expired)).code).toBe(20302)
  }
  expect((await redeemCode(server, person, await createTestCode(server))).code).toBe(0)
})

test('limits a burst of parallel guesses: a valid code at its end is rejected', async () => {
  const person = await newRedeemer(server)
  const code = await createTestCode(server)
  const answers = await Promise.all(
    [...Array.from({ length: 120 }, guess), code].map((bad, i) =>
      redeemCode(server, person, bad, { process: i % 2 }),
    ),
  )
  // Each process may have one attempt in progress when the other process reaches the limit.
  expect(codesOf(answers).filter(code => code === 20301).length).toBeLessThanOrEqual(10)
  expect(answers.at(-1)?.code).toBe(20429)
  expect(await server.sql('select 1 from redemption where uid = $1', person.uid)).toEqual([])
})

test('limits one address to sixty wrong codes over all accounts', async () => {
  const ip = newIpAddress()
  const people = await Promise.all(Array.from({ length: 8 }, () => newRedeemer(server)))
  let invalid = 0
  for (let turn = 0; turn < 9; turn++) {
    const answers = await Promise.all(
      people.map((person, i) => redeemCode(server, person, guess(), { ip, process: i % 2 })),
    )
    invalid += codesOf(answers).filter(code => code === 20301).length
  }
  expect(invalid).toBe(60)
  // A neighbor at the address goes on after a human check.
  const neighbor = await newRedeemer(server)
  const code = await createTestCode(server)
  expect((await redeemCode(server, neighbor, code, { ip })).code).toBe(20204)
  const redeemChecked = (typed: string) =>
    server.call(redeem, { code: typed, ticket: 'ticket' }, { token: neighbor.token, ip })
  expect((await redeemChecked(guess())).code).toBe(20301)
  expect((await redeemChecked(code)).code).toBe(0)
  // Past ten times as many wrong codes the address is refused.
  await server.sql(`update rate_limit set points = 600 where key = $1`, `redeem.checked.address:${ip}`)
  expect((await redeemChecked(guess())).code).toBe(20429)
  // Other addresses are not affected.
  expect((await redeemCode(server, await newRedeemer(server), await createTestCode(server))).code).toBe(0)
})

test('limits an account to 300 calls an hour, successful or not', async () => {
  const person = await newRedeemer(server)
  await server.sql(
    `insert into rate_limit values ($1, 299, (extract(epoch from now()) * 1000)::bigint + 3000000)`,
    `redeem:${person.uid}`,
  )
  const { codes } = await createTestCodes(server, { count: 2 })
  expect((await redeemCode(server, person, codes[0])).code).toBe(0)
  expect((await redeemCode(server, person, codes[1])).code).toBe(20429)
})

test('reveals nothing about a code to an invalid token', async () => {
  const code = await createTestCode(server)
  expect((await server.call(redeem, { code }, { token: 'A'.repeat(43) })).code).toBe(20101)
  expect((await server.call(redeem, { code })).code).toBe(20101)
})
