/** Connections that are lost during a transaction. An unhandled error event would end the process, and so fail this run. */

import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { isOutage, openDatabase, type Queryable } from '../../src/platform/db/database.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { useDatabase, useTestDatabase } from '../support/use-database.ts'

const QUERY_TIMEOUT_MS = 600
const url = new URL(await useTestDatabase())
const proxy = await startDatabaseProxy(new URL(url))
afterAll(() => proxy.close())
url.hostname = '127.0.0.1'
url.port = String(proxy.port)
const db = await useDatabase(url.href, { poolSize: 2, queryTimeoutMs: QUERY_TIMEOUT_MS })
beforeEach(() => {
  proxy.state = 'open'
})

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const sleepInDatabase = (tx: Queryable, seconds: number) => tx.query({ text: `select pg_sleep(${seconds})` })

test.each([
  ['closed', 'transaction'],
  ['closed', 'pipelinedTransaction'],
  ['closed', 'withConnection'],
  ['silent', 'transaction'],
  ['silent', 'pipelinedTransaction'],
  ['silent', 'withConnection'],
] as const)(
  'connection %s during %s: rejects as an outage, and the next call succeeds',
  async (state, method) => {
    const failed = db[method](async tx => {
      setTimeout(() => proxy.interrupt(state), 50)
      await sleepInDatabase(tx, 2)
    })
    await expect(failed.catch(isOutage)).resolves.toBe(true)
    proxy.state = 'open'
    await expect(db[method](tx => tx.query({ text: 'select 1' }))).resolves.toMatchObject({ rowCount: 1 })
  },
)

test('rejects the next statement as an outage if the connection was closed between two statements', async () => {
  const failed = db.transaction(async tx => {
    await tx.query({ text: 'select 1' })
    proxy.interrupt('closed')
    await sleep(50)
    await tx.query({ text: 'select 1' })
  })
  await expect(failed.catch(isOutage)).resolves.toBe(true)
})

test('applies the timeout to each statement, not to pauses, to the transaction or to queued statements', async () => {
  // Together longer than the timeout, each so much shorter that a busy machine does not exceed it.
  const queryTimeoutMs = 3_000
  const statementSeconds = 0.55
  const other = await openDatabase({ url: url.href, poolSize: 2, queryTimeoutMs, onError: () => undefined })
  onTestFinished(() => other.close())
  await other.transaction(async tx => {
    await sleep(1.1 * queryTimeoutMs)
    for (let i = 0; i < 6; i++) await sleepInDatabase(tx, statementSeconds)
  })
  // The connections of the pool are never idle between these statements.
  const queued = Array.from({ length: 14 }, () => sleepInDatabase(other, statementSeconds))
  await expect(Promise.all(queued)).resolves.toHaveLength(14)
})

test('closes although a statement gets no answer', async () => {
  const other = await openDatabase({
    url: url.href,
    poolSize: 1,
    poolTimeoutMs: QUERY_TIMEOUT_MS,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    onError: () => undefined,
  })
  await other.query({ text: 'select 1' })
  proxy.interrupt('silent')
  const hung = other.query({ text: 'select 1' }).catch(isOutage)
  await other.close()
  await expect(hung).resolves.toBe(true)
})
