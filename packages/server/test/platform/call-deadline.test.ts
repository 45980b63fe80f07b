/** All waits of a call for its database share one deadline, much shorter than the timeout of each of them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { getFullInfo, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { login } from '@kerf/contract/endpoints/sign-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Deadline, runInScope } from '../../src/platform/concurrency/call-scope.ts'
import { createCallDeadlines } from '../../src/platform/db/call-deadline.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { useProxiedServer } from '../support/test-server.ts'

/** Of a wait; longer than the tests may take. */
const WAIT_TIMEOUT_MS = '60000'

const server = await useProxiedServer({
  env: {
    DATABASE_TIMEOUT_MS: WAIT_TIMEOUT_MS,
    DATABASE_POOL_TIMEOUT_MS: WAIT_TIMEOUT_MS,
    DATABASE_CALL_TIMEOUT_MS: '1500',
  },
})
const person = await seedPerson(server)
const token = await insertLiveSession(server, person.uid)

const FAILS_BEFORE_A_WAIT_MS = 45_000
test(
  'a call of many waits is answered although none of them has ended',
  async () => {
    server.proxy.state = 'silent'
    try {
      const calls = [
        server.call(redeem, { code: 'KERF-AAAA-BBBB-CCCC' }, { token }),
        server.call(login, { email: person.email, password: PASSWORD }),
        server.call(setOtherInfo, { nickname: 'Ada' }, { token }),
        server.call(getFullInfo, undefined, { token }),
      ]
      for (const { code, status, headers } of await Promise.all(calls)) {
        expect([code, status]).toEqual([20901, 503])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    } finally {
      server.proxy.state = 'open'
    }
    const isServed = async () => (await server.call(getFullInfo, undefined, { token })).code
    await expect.poll(isServed, { timeout: FAILS_BEFORE_A_WAIT_MS }).toBe(0)
  },
  FAILS_BEFORE_A_WAIT_MS,
)

describe('a pool', () => {
  let db: Database
  beforeAll(async () => {
    db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => undefined })
  })
  afterAll(() => db.close())
  const within = <T>(ms: number, work: () => Promise<T>) =>
    runInScope({ deadline: new Deadline(ms), span: undefined }, work)

  test('ends the wait for a connection, and takes it back when it comes', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const holding = db.transaction(async tx => {
      await tx.query({ text: 'select 1' })
      await held
    })
    await expect(within(50, () => db.query({ text: 'select 1' }))).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    })
    release()
    await holding
    await expect.poll(() => db.usage()).toMatchObject({ used: 0, waiting: 0 })
    expect((await db.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
  })

  test('ends a statement, and begins none after the deadline', async () => {
    const hanging = within(50, () => db.query({ text: 'select pg_sleep(60)' }))
    await expect(hanging).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await expect(within(-1, () => db.query({ text: 'select 1' }))).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    })
    expect((await db.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
  })

  test('counts waits for the database only, and those at the same time once', async () => {
    const deadline = new Deadline(60_000)
    const start = performance.now()
    await runInScope({ deadline, span: undefined }, async () => {
      await sleep(100)
      expect(deadline.remainingMs()).toBe(60_000)
      await db.transaction(async tx => {
        await sleep(100)
        await Promise.all([
          tx.query({ text: 'select pg_sleep(0.2)' }),
          tx.query({ text: 'select pg_sleep(0.2)' }),
        ])
      })
      const counted = 60_000 - deadline.remainingMs()
      expect(counted).toBeGreaterThan(390)
      expect(performance.now() - start - counted).toBeGreaterThan(99)
    })
    const rest = deadline.remainingMs()
    await sleep(20)
    expect(deadline.remainingMs()).toBe(rest)
  })

  test('does not end what outlives its call', async () => {
    const deadline = new Deadline(-1)
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    const later = runInScope({ deadline, span: undefined }, async () => {
      await after
      return db.query({ text: 'select 1 as one' })
    })
    deadline.lift()
    answer()
    expect((await later).rows).toEqual([{ one: 1 }])
  })
})

describe('the deadline', () => {
  const HOUR_MS = 3_600_000
  const msOf = ({ create }: ReturnType<typeof createCallDeadlines>) => create().remainingMs()

  test('is later for a distant database', () => {
    const deadlines = createCallDeadlines(100)
    for (let i = 0; i < 64; i++) deadlines.observe(300)
    expect(msOf(deadlines)).toBeGreaterThan(1_500)
    expect(msOf(deadlines)).toBeLessThanOrEqual(3_600)
    for (let i = 0; i < 64; i++) deadlines.observe(HOUR_MS)
    expect(msOf(deadlines)).toBeLessThanOrEqual(10_000)
  })

  test('is no later for the late answers of a database that fails', () => {
    const deadlines = createCallDeadlines(100)
    for (let i = 0; i < 64; i++) deadlines.observe(1)
    for (let i = 0; i < 31; i++) deadlines.observe(5_000)
    expect(msOf(deadlines)).toBeLessThanOrEqual(100)
  })
})
