/** The benefit feed: apps read every granted benefit, in order. */
import type { OutputOf } from '@kerf/contract/endpoint'
import { type BenefitEvent, listBenefitEvents } from '@kerf/contract/endpoints/benefit'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../src/operations/app/apps.ts'
import { type Credentials, credentials } from '../sign-on/register-app.ts'
import { CITUS_URL } from '../support/citus-cluster.ts'
import { useTestServer } from '../support/test-server.ts'
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

const server = await useTestServer({ sibling: true, env: { KERF_MASTER_KEY: MASTER_KEY } })
const [creative, aiart] = await Promise.all([app('creative'), app('aiart')])

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

/** A distributed database has batches. Any database has them once there was one. */
const startBatches = () =>
  server.sql(`update benefit_feed set sealed = last, published = last, single_until = last
                from (select coalesce(max(position), 0) as last from benefit_event) e where sealed is null`)
/** of the form `numbers`, kept by an app while the database becomes a distributed one */
let kept = '0'
let keptRest: string[] = []

function describeFeed(form: 'numbers' | 'batches'): void {
  beforeAll(async () => {
    if (form === 'batches') await startBatches()
  })

  test('contains the account, the benefit in both languages and its period', async () => {
    const before = last(await readOn(creative))
    const person = await newRedeemer(server)
    const { benefit, codes } = await createTestCodes(server)
    const { data } = await redeemCode(server, person, codes[0])
    expect(await readOn(creative, before)).toEqual([
      {
        id: expect.stringMatching(form === 'numbers' ? /^\d+$/ : /^\d+-\d+-[\da-f]{32}-\d+$/),
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
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(60)
    const rows = await server.sql<{ id: string; position: string; uid: string }>(
      'select id, position, uid from benefit_event where benefit_id = $1 order by id',
      benefit,
    )
    for (const { uid } of people) {
      const ids = (events: { id: string; uid: string }[]) =>
        events.filter(e => e.uid === uid).map(({ id }) => id)
      expect(ids(delivered).map(id => id.split('-').at(-1))).toEqual(
        ids(rows.map(({ id, position, uid }) => ({ id: form === 'numbers' ? position : id, uid }))),
      )
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

  test('continues after every event of a page, and answers with the same ids again', async () => {
    const before = last(await readOn(creative))
    const { benefit } = await createTestCodes(server)
    const people = await Promise.all([newRedeemer(server), newRedeemer(server)])
    await server.sql(
      `insert into benefit_event (uid, benefit_id, at) select u, $2, now() - n % 3 * interval '1 second'
         from generate_series(1, 10) n, unnest($1::uuid[]) u`,
      people.map(({ uid }) => uid),
      benefit,
    )
    const all = (await readOn(creative, before)).map(({ id }) => id)
    expect([all.length, new Set(all).size]).toEqual([20, 20])
    for (const [index, id] of all.entries())
      expect((await readOn(creative, id, index % 2)).map(event => event.id)).toEqual(all.slice(index + 1))
    if (form === 'numbers') [kept = '0', ...keptRest] = all
  })
}

const ONE_DATABASE = 'skipped with CITUS_URL: a distributed database has batches'
describe.skipIf(CITUS_URL !== undefined)(`with numbers (${ONE_DATABASE})`, () => describeFeed('numbers'))
describe('with batches', () => describeFeed('batches'))

test.skipIf(CITUS_URL !== undefined)(
  `a kept cursor of digits stays valid with batches, and so do the ids of its events (${ONE_DATABASE})`,
  async () => {
    expect(kept).toMatch(/^[1-9]\d*$/)
    const events = (await readOn(creative, kept)).map(({ id }) => id)
    expect(events.slice(0, keptRest.length)).toEqual(keptRest)
    expect(events.slice(keptRest.length).every(id => id.includes('-'))).toBe(true)
  },
)

test('a batch is read once the next one was sealed: until then a part of it may not be committed', async () => {
  const before = last(await readOn(creative))
  const { benefit } = await createTestCodes(server)
  const { uid } = await newRedeemer(server)
  await server.sql('insert into benefit_event (uid, benefit_id, at) values ($1, $2, now())', uid, benefit)
  // A process that was lost between its two batches.
  await server.sql('update benefit_feed set sealed = sealed + 1')
  await server.sql('update benefit_event set position = f.sealed from benefit_feed f where position is null')
  const [state] = await server.sql<{ behind: number }>(
    'select (sealed - published)::int as behind from benefit_feed',
  )
  expect(state?.behind).toBe(1)
  expect((await readOn(creative, before)).map(event => event.uid)).toEqual([uid])
})

test.each(['1-2', '1-2-3-4', `1-2-${'a'.repeat(32)}-`, `${'9'.repeat(19)}`, `1-2-${'A'.repeat(32)}-3`])(
  'rejects the cursor %j',
  async cursor => {
    expect((await server.call(listBenefitEvents, { cursor }, { headers: creative })).code).toBe(20001)
  },
)

test('rejects the token of an account', async () => {
  const { token }: Redeemer = await newRedeemer(server)
  expect((await server.call(listBenefitEvents, {}, { token })).code).toBe(20121)
})
