import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, type Queryable } from '../../src/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  // One connection: what one transaction leaves behind on it, the next would meet.
  db = await openDatabase({ url: database.url, poolSize: 1, onError: () => undefined })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

let count = 0
const newKey = (): string => `at-once:${++count}`
const put = (on: Queryable, key: string, points = '1') =>
  on.query({ text: 'insert into rate_limit (key, points) values ($1, $2)', values: [key, points] })
const kept = async (key: string): Promise<number | undefined> => {
  const { rows } = await db.query<{ points: number }>({
    text: 'select points from rate_limit where key = $1',
    values: [key],
  })
  return rows[0]?.points
}

test('all are committed together, and each sees what those before it did', async () => {
  const key = newKey()
  const time = (tx: Queryable) => tx.query<{ at: string }>({ text: 'select now()::text as at' })
  const [before, , { rows }, after] = await db.atOnce(tx =>
    Promise.all([
      time(tx),
      put(tx, key),
      tx.query<{ points: number }>({
        text: 'update rate_limit set points = points + 1 where key = $1 returning points',
        values: [key],
      }),
      time(tx),
    ]),
  )
  expect(rows).toEqual([{ points: 2 }])
  expect(after.rows).toEqual(before.rows)
  expect(await kept(key)).toBe(2)
})

test('one that is refused takes the others with it, and is what is thrown', async () => {
  const [first, last] = [newKey(), newKey()]
  const work = db.atOnce(tx => Promise.all([put(tx, first), put(tx, newKey(), 'no number'), put(tx, last)]))
  await expect(work).rejects.toMatchObject({ code: '22P02' })
  expect([await kept(first), await kept(last)]).toEqual([undefined, undefined])
})

test('a refusal that goes unnoticed is told all the same', async () => {
  const key = newKey()
  const work = db.atOnce(async tx => {
    await Promise.allSettled([put(tx, key), put(tx, key)])
    return 'fine'
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await kept(key)).toBeUndefined()
})

test('what is made of the answers does not undo them', async () => {
  const key = newKey()
  const work = db.atOnce(async tx => {
    await put(tx, key)
    throw new Error('wrong code')
  })
  await expect(work).rejects.toThrow('wrong code')
  expect(await kept(key)).toBe(1)
})

test('work that throws before it asks leaves the connection as it was', async () => {
  const work = db.atOnce(() => {
    throw new Error('nothing asked')
  })
  await expect(work).rejects.toThrow('nothing asked')
  const { rows } = await db.query({ text: 'select now() = statement_timestamp() as outside' })
  expect(rows).toEqual([{ outside: true }])
})
