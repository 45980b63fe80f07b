/** A message a week before a benefit ends, once. */
import { listMessages } from '@kerf/contract/endpoints/message'
import { expect, test } from 'vitest'
import { remindBenefitsTask } from '../../src/entitlements/wing.ts'
import { createDatabaseClock } from '../../src/platform/db/database-clock.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  createTestCode,
  MASTER_KEY,
  newRedeemer,
  type Redeemer,
  redeemCode,
  runAsOperator,
} from './helpers.ts'

const server = await useTestServer({ env: { KERF_MASTER_KEY: MASTER_KEY } })

/** A benefit that was redeemed ten days ago. */
const redeemed = async (days: number): Promise<Redeemer> => {
  const person = await newRedeemer(server)
  expect((await redeemCode(server, person, await createTestCode(server, { days }))).code).toBe(0)
  await server.sql(`update redemption set at = at - interval '10 days' where uid = $1`, person.uid)
  return person
}
const titles = async ({ token }: Redeemer, lang = 'en') =>
  (await server.call(listMessages, {}, { token, lang })).data.items.map(({ title }) => title)
const run = () =>
  runAsOperator(server, async db => {
    await remindBenefitsTask(db, { clock: createDatabaseClock(db) }, { info: () => {} } as never)(
      {},
      {} as never,
    )
  })

test('tells in both languages that a benefit ends within a week, and never again', async () => {
  const [ending, lasting, endless] = [await redeemed(6), await redeemed(8), await redeemed(0)]
  // Two runs at once, and one later.
  await Promise.all([run(), run()])
  await run()
  expect(await titles(ending)).toEqual([expect.stringMatching(/^A year of birch ends on \d{4}-\d\d-\d\d$/)])
  expect(await titles(ending, 'zh')).toEqual([expect.stringMatching(/^“一年桦木”将于 \d{4}-\d\d-\d\d 到期$/)])
  expect(await titles(lasting)).toEqual([])
  expect(await titles(endless)).toEqual([])
})

test('sends no message for a benefit that has ended, and none to an account that is not active', async () => {
  const person = await redeemed(6)
  await server.sql(
    `update redemption set expires_at = now() - interval '1 minute' where uid = $1`,
    person.uid,
  )
  const banned = await redeemed(6)
  await server.sql(`update account set status = 'restricted' where uid = $1`, banned.uid)
  await run()
  expect(
    await server.sql('select 1 from redemption where uid = $1 and reminded_at is not null', banned.uid),
  ).toEqual([])
  expect(await titles(person)).toEqual([])
})

test('a benefit that was redeemed this week needs no reminder yet', async () => {
  const person = await redeemed(6)
  await server.sql(`update redemption set at = now() - interval '6 days' where uid = $1`, person.uid)
  await run()
  expect(await titles(person)).toEqual([])
  await server.sql(`update redemption set at = now() - interval '7 days' where uid = $1`, person.uid)
  await run()
  expect(await titles(person)).toHaveLength(1)
})
