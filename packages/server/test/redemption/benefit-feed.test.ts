/** The benefit feed: apps read every granted benefit, in order. */
import type { OutputOf } from '@kerf/contract/endpoint'
import { type BenefitEvent, listBenefitEvents } from '@kerf/contract/endpoints/redemption'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApp } from '../../src/operations/app/apps.ts'
import { type Credentials, credentials } from '../sign-on/register-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import {
  createTestCode,
  createTestCodes,
  MASTER_KEY,
  newRedeemer,
  type Redeemer,
  redeemCode,
  runAsOperator,
} from './helpers.ts'

type Feed = OutputOf<typeof listBenefitEvents>

let server: TestServer
let creative: Credentials
let aiart: Credentials
beforeAll(async () => {
  server = await startTestServer({ processes: 2, env: { KERF_MASTER_KEY: MASTER_KEY } })
  ;[creative, aiart] = await Promise.all([app('creative'), app('aiart')])
})
afterAll(() => server.close())

async function app(code: string): Promise<Credentials> {
  const wanted = { code, name: code, origins: ['https://app.example'], production: false, operator: 'lin' }
  const { clientId, clientSecret } = await runAsOperator(server, db => createApp(db, wanted))
  const headers = credentials(clientId, clientSecret)
  for (const process of [0, 1])
    await vi.waitFor(
      async () => {
        const { code } = await server.call(listBenefitEvents, {}, { headers, process })
        if (code !== 0) throw new Error('the app is not known yet')
      },
      { timeout: 30_000, interval: 20 },
    )
  return headers
}

async function readPage(headers: Credentials, cursor: string, process: number): Promise<Feed> {
  const { code, data } = await server.call(listBenefitEvents, { cursor, limit: '7' }, { headers, process })
  expect(code).toBe(0)
  expect(data.next === null || data.items.length === 7).toBe(true)
  return data
}

/** Reads all events after the cursor, page by page. */
async function readOn(headers: Credentials, cursor = '0', process = 0): Promise<BenefitEvent[]> {
  const { items, next } = await readPage(headers, cursor, process)
  return next === null ? items : [...items, ...(await readOn(headers, next, process))]
}
const last = (events: readonly BenefitEvent[]): string => events.at(-1)?.id ?? '0'

test('contains the account, the benefit in both languages and its period', async () => {
  const before = last(await readOn(creative))
  const person = await newRedeemer(server)
  const { benefit, codes } = await createTestCodes(server)
  const { data } = await redeemCode(server, person, codes[0])
  expect(await readOn(creative, before)).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      type: 'benefit.redeemed',
      uid: person.uid,
      benefit: { id: benefit, name: { en: 'A year of birch', zh: '一年桦木' } },
      effectTime: data.effectTime,
      expireTime: data.expireTime,
    },
  ])
})

test('contains only benefits that the app honors', async () => {
  const [mine, theirs] = [last(await readOn(creative)), last(await readOn(aiart))]
  const person = await newRedeemer(server)
  await redeemCode(server, person, await createTestCode(server, { apps: ['creative'] }))
  await redeemCode(server, person, await createTestCode(server))
  expect(await readOn(creative, mine)).toHaveLength(2)
  expect(await readOn(aiart, theirs)).toHaveLength(1)
})

test('contains every redemption of two processes once and in the order of its account, while it is read', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => newRedeemer(server)))
  const { benefit, codes } = await createTestCodes(server, { count: 60 })
  let cursor = last(await readOn(creative))
  const seen: BenefitEvent[] = []
  const read = async (process: number) => {
    const more = await readOn(creative, cursor, process)
    seen.push(...more)
    cursor = more.length > 0 ? last(more) : cursor
  }
  let running = true
  const reading = (async () => {
    for (let i = 0; running; i++) await read(i % 2)
  })()
  await Promise.all(
    people.map(async (person, p) => {
      for (let i = 0; i < 10; i++) await redeemCode(server, person, codes[p * 10 + i], { process: i % 2 })
    }),
  )
  running = false
  await reading
  await read(0)
  const delivered = seen.filter(event => event.benefit.id === benefit)
  expect(delivered).toHaveLength(60)
  const rows = await server.sql<{ position: string; uid: string }>(
    'select position, uid from benefit_event where benefit_id = $1 order by id',
    benefit,
  )
  for (const { uid } of people) {
    const ids = (events: { id: string; uid: string }[]) =>
      events.filter(e => e.uid === uid).map(({ id }) => id)
    expect(ids(delivered)).toEqual(ids(rows.map(({ position, uid }) => ({ id: position, uid }))))
  }
})

test('does not skip an event that is committed late', async () => {
  const cursor = last(await readOn(creative))
  const [slow, quick] = [await newRedeemer(server), await newRedeemer(server)]
  const { benefit } = await createTestCodes(server)
  const add = `insert into benefit_event (uid, benefit_id, at) values ($1, $2, now())`
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(add, [slow.uid, benefit])
  await server.sql(add, quick.uid, benefit)
  const first = await readOn(creative, cursor)
  expect(first.map(({ uid }) => uid)).toEqual([quick.uid])
  await client.query('commit')
  await client.end()
  expect((await readOn(creative, last(first))).map(({ uid }) => uid)).toEqual([slow.uid])
})

test.each([{ cursor: '-1' }, { cursor: 'x' }, { limit: '0' }, { limit: '101' }, { page: '1' }])(
  'rejects the query %j',
  async query => {
    expect((await server.call(listBenefitEvents, query, { headers: creative })).code).toBe(20001)
  },
)

test('rejects the token of an account', async () => {
  const { token }: Redeemer = await newRedeemer(server)
  expect((await server.call(listBenefitEvents, {}, { token })).code).toBe(20121)
})
