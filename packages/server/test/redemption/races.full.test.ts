/** Of concurrent redemptions of one code, exactly one succeeds (S-088). `REDEEM_ROUNDS` sets the number of rounds. */
import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { expect, test } from 'vitest'
import { requestOwnCode } from '../account-center/fixtures.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  createTestCode,
  createTestCodes,
  MASTER_KEY,
  newRedeemer,
  type Redeemer,
  redeemCode,
} from './helpers.ts'

const ROUNDS = Number(process.env.REDEEM_ROUNDS ?? 2)
const TRIES = 200

const server = await useTestServer({ sibling: true, env: { KERF_MASTER_KEY: MASTER_KEY } })

const granted = (benefit: string) => server.sql('select uid from redemption where benefit_id = $1', benefit)

test(
  `grants a code once: ${ROUNDS} rounds of ${TRIES} parallel attempts at two processes, by one account or many`,
  async () => {
    const crowd = await Promise.all(Array.from({ length: TRIES / 4 }, () => newRedeemer(server)))
    for (let round = 0; round < ROUNDS; round++) {
      const alone = round % 2 === 0
      const people = alone ? [await newRedeemer(server)] : crowd
      const { benefit, codes } = await createTestCodes(server)
      const answers = await Promise.all(
        Array.from({ length: TRIES }, (_, i) =>
          redeemCode(server, people[i % people.length] as Redeemer, codes[0], { process: i % 2 }),
        ),
      )
      const counts = Object.groupBy(answers, ({ code }) => code)
      expect({ round, ok: counts[0]?.length, used: counts[20303]?.length }).toEqual({
        round,
        ok: 1,
        used: TRIES - 1,
      })
      expect(await granted(benefit)).toHaveLength(1)
      // An account may call 300 times an hour.
      await server.sql(`delete from rate_limit where key like 'redeem:%'`)
    }
  },
  60_000 + ROUNDS * 10_000,
)

test('redeems different codes of one account in parallel, each once', async () => {
  const person = await newRedeemer(server)
  const { codes } = await createTestCodes(server, { count: 30 })
  const answers = await Promise.all(
    [...codes, ...codes].map((code, i) => redeemCode(server, person, code, { process: i % 2 })),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(30)
  expect(answers.filter(({ code }) => code === 20303)).toHaveLength(30)
})

test('stores nothing for an account that is erased during the redemption', async () => {
  for (let round = 0; round < 2; round++) {
    const person = await newRedeemer(server)
    const { codes } = await createTestCodes(server, { count: 12 })
    await redeemCode(server, person, codes[0], { key: 'first' })
    const proof = await requestOwnCode(server, person.token, person, 'delete')
    const [erased] = await Promise.all([
      server.call(deleteAccount, { ...proof, confirm: true }, { token: person.token }),
      ...codes.map((code, i) => redeemCode(server, person, code, { process: i % 2, key: code })),
    ])
    expect(erased.code).toBe(0)
    for (const table of ['redemption', 'benefit_event', 'idempotent_call'])
      expect(await server.sql(`select 1 from ${table} where uid = $1`, person.uid)).toEqual([])
    // A redeemed code stays redeemed after its account was erased.
    const other = await newRedeemer(server)
    expect((await redeemCode(server, other, codes[0])).code).toBe(20303)
  }
})

test('does not use up a code when a restricted account tries it', async () => {
  const code = await createTestCode(server)
  const restricted = await newRedeemer(server, { status: 'restricted' })
  const person = await newRedeemer(server)
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, (_, i) => redeemCode(server, restricted, code, { process: i % 2 })),
    redeemCode(server, person, code),
  ])
  expect(answers.at(-1)?.code).toBe(0)
})
