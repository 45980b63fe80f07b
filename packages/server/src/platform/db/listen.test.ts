import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { type Listening, listen } from './listen.ts'

let testDatabase: TestDatabase
let db: Database
let listeners: Listening[]

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  db = await openDatabase({ url: testDatabase.url, poolSize: 1, onError: () => {} })
  listeners = []
})

afterEach(async () => {
  await Promise.all(listeners.map(listener => listener.stop()))
  await db.close()
  await testDatabase.drop()
})

const CONNECTIONS =
  "select pid from pg_stat_activity where application_name = 'kerf listen' and datname = current_database()"

const countConnections = async () => (await db.query({ text: CONNECTIONS })).rows.length

async function endConnections(): Promise<void> {
  const owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
  await owner.query(`select pg_terminate_backend(pid) from (${CONNECTIONS}) as listening`)
  await owner.end()
}

/** Listens and waits for the call after the connect. */
async function startListening(channels: string | readonly string[]) {
  const onNotification = vi.fn<(payload: string, channel: string) => void>()
  const onError = vi.fn<(error: Error) => void>()
  const listening = listen(db, channels, onNotification, onError)
  listeners.push(listening)
  await expect.poll(() => onNotification).toHaveBeenCalledExactlyOnceWith('', '')
  onNotification.mockClear()
  return { listening, onNotification, onError }
}

const notify = (channel: string, payload: string) =>
  db.query({ text: 'select pg_notify($1, $2)', values: [channel, payload] })

test('several listeners share a connection, and each gets the notifications of its channels', async () => {
  const one = await startListening('red')
  const two = await startListening(['blue', 'green'])
  expect(await countConnections()).toBe(1)
  await notify('red', '1')
  await notify('green', '2')
  await expect.poll(() => two.onNotification).toHaveBeenCalledExactlyOnceWith('2', 'green')
  expect(one.onNotification).toHaveBeenCalledExactlyOnceWith('1', 'red')
})

test('a lost connection is opened again, and every listener is told to read its state', async () => {
  const one = await startListening('red')
  const two = await startListening('blue')
  await endConnections()
  await expect.poll(() => two.onNotification).toHaveBeenCalledExactlyOnceWith('', '')
  expect(one.onNotification).toHaveBeenCalledExactlyOnceWith('', '')
  expect(one.onError).toHaveBeenCalled()
  expect(two.onError).not.toHaveBeenCalled()
  await notify('blue', '3')
  await expect.poll(() => two.onNotification).toHaveBeenLastCalledWith('3', 'blue')
})

test('a listener that has stopped gets nothing, and the connection ends with the last one', async () => {
  const one = await startListening('red')
  const two = await startListening('red')
  await one.listening.stop()
  await notify('red', '4')
  await expect.poll(() => two.onNotification).toHaveBeenCalledExactlyOnceWith('4', 'red')
  expect(one.onNotification).not.toHaveBeenCalled()
  await two.listening.stop()
  await expect.poll(() => countConnections()).toBe(0)
})

test('a listener that stops while the connection opens leaves none behind', async () => {
  const onNotification = vi.fn()
  await listen(db, 'red', onNotification, () => {}).stop()
  await startListening('blue')
  expect(await countConnections()).toBe(1)
  await Promise.all(listeners.map(listener => listener.stop()))
  await sleep(50)
  await expect.poll(() => countConnections()).toBe(0)
  expect(onNotification).not.toHaveBeenCalled()
})
