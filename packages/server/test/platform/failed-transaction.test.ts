/** The way to the database ends in the middle of a transaction. A fault that nobody hears would end the process, and this run. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, isOutage, openDatabase, type Queryable } from '../../src/platform/db/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const PATIENCE = 600
let database: TestDatabase
let wire: DatabaseProxy
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  wire = await startDatabaseProxy(new URL(database.url))
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String(wire.port)
  db = await openDatabase({ url: url.href, poolSize: 2, queryTimeoutMs: PATIENCE, onError: () => undefined })
})
afterAll(async () => {
  await db.close()
  await wire.close()
  await database.drop()
})
beforeEach(() => {
  wire.state = 'whole'
})

const sleepHere = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const sleepThere = (tx: Queryable, seconds: number) => tx.query({ text: `select pg_sleep(${seconds})` })

test.each([
  ['cut', 'transaction'],
  ['cut', 'atOnce'],
  ['dead', 'transaction'],
  ['dead', 'atOnce'],
] as const)('a wire that is %s: %s is an outage, and the next one works', async (how, kind) => {
  const broken = db[kind](async tx => {
    setTimeout(() => wire.disconnect(how), 50)
    await sleepThere(tx, 0.2)
  })
  await expect(broken.catch(isOutage)).resolves.toBe(true)
  wire.state = 'whole'
  await expect(db[kind](tx => tx.query({ text: 'select 1' }))).resolves.toMatchObject({ rowCount: 1 })
})

test('cut while a transaction does other things, its next statement tells', async () => {
  const broken = db.transaction(async tx => {
    await tx.query({ text: 'select 1' })
    wire.disconnect('cut')
    await sleepHere(50)
    await tx.query({ text: 'select 1' })
  })
  await expect(broken.catch(isOutage)).resolves.toBe(true)
})

test('only an answer that does not come counts: no pause, and not how much is asked one after the other', async () => {
  await db.transaction(async tx => {
    await sleepHere(2 * PATIENCE)
    for (let i = 0; i < 4; i++) await sleepThere(tx, PATIENCE / 2_000)
  })
  // One client goes from one statement to the next without ever being idle.
  const busy = Array.from({ length: 10 }, () => sleepThere(db, PATIENCE / 2_000))
  await expect(Promise.all(busy)).resolves.toHaveLength(10)
})

test('closing waits no longer for an answer that does not come', async () => {
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String(wire.port)
  const other = await openDatabase({
    url: url.href,
    poolSize: 1,
    queryTimeoutMs: PATIENCE,
    onError: () => undefined,
  })
  await other.query({ text: 'select 1' })
  wire.disconnect('dead')
  const hung = other.query({ text: 'select 1' }).catch(isOutage)
  await other.close()
  await expect(hung).resolves.toBe(true)
})
