import { expect, test } from 'vitest'
import type { Queryable } from '../../src/platform/db/database.ts'
import { useDatabase, useTestDatabase } from '../support/use-database.ts'

// With one connection, a transaction that is left open would affect the next test.
const db = await useDatabase(await useTestDatabase(), { poolSize: 1 })

let count = 0
const newKey = (): string => `pipelined:${++count}`
const insertPoints = (on: Queryable, key: string, points = '1') =>
  on.query({ text: 'insert into rate_limit (key, points) values ($1, $2)', values: [key, points] })
const readPoints = async (key: string): Promise<number | undefined> => {
  const { rows } = await db.query<{ points: number }>({
    text: 'select points from rate_limit where key = $1',
    values: [key],
  })
  return rows[0]?.points
}

test('runs the statements in order in one transaction', async () => {
  const key = newKey()
  const readTime = (tx: Queryable) => tx.query<{ at: string }>({ text: 'select now()::text as at' })
  const [before, , { rows }, after] = await db.pipelinedTransaction(tx =>
    Promise.all([
      readTime(tx),
      insertPoints(tx, key),
      tx.query<{ points: number }>({
        text: 'update rate_limit set points = points + 1 where key = $1 returning points',
        values: [key],
      }),
      readTime(tx),
    ]),
  )
  expect(rows).toEqual([{ points: 2 }])
  expect(after.rows).toEqual(before.rows)
  expect(await readPoints(key)).toBe(2)
})

test('rolls everything back if one statement fails, and rejects with its error', async () => {
  const [first, last] = [newKey(), newKey()]
  const work = db.pipelinedTransaction(tx =>
    Promise.all([insertPoints(tx, first), insertPoints(tx, newKey(), 'no number'), insertPoints(tx, last)]),
  )
  await expect(work).rejects.toMatchObject({ code: '22P02' })
  expect([await readPoints(first), await readPoints(last)]).toEqual([undefined, undefined])
})

test('rejects if the work ignores the error of a statement', async () => {
  const key = newKey()
  const work = db.pipelinedTransaction(async tx => {
    await Promise.allSettled([insertPoints(tx, key), insertPoints(tx, key)])
    return 'fine'
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await readPoints(key)).toBeUndefined()
})

test('commits if the work rejects after its statements have succeeded', async () => {
  const key = newKey()
  const work = db.pipelinedTransaction(async tx => {
    await insertPoints(tx, key)
    throw new Error('wrong code')
  })
  await expect(work).rejects.toThrow('wrong code')
  expect(await readPoints(key)).toBe(1)
})

test('opens no transaction if the work throws before its first statement', async () => {
  const work = db.pipelinedTransaction(() => {
    throw new Error('no statement')
  })
  await expect(work).rejects.toThrow('no statement')
  const { rows } = await db.query({ text: 'select now() = statement_timestamp() as outside' })
  expect(rows).toEqual([{ outside: true }])
})

test('after a statement that fails, those sent with it fail with its error, and work in the next transaction', async () => {
  const first = { name: 'batch.first', text: 'select 1 as number' }
  const last = { name: 'batch.last', text: 'select $1::int as number' }
  const failing = { name: 'batch.failing', text: 'select 1 / $1::int as number', values: [0] }
  const failed = db.transaction(async tx => {
    const sent = [first, failing, { ...last, values: [2] }].map(config => tx.query(config))
    const settled = await Promise.allSettled(sent)
    const outcomes = settled.map(one => (one.status === 'rejected' ? one.reason.code : 'ok'))
    expect(outcomes).toEqual(['ok', '22012', '22012'])
    await Promise.all(sent)
  })
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  const rows = await db.transaction(tx =>
    Promise.all([tx.query(first), tx.query({ ...failing, values: [1] }), tx.query({ ...last, values: [2] })]),
  )
  expect(rows.map(({ rows: [row] }) => row)).toEqual([{ number: 1 }, { number: 1 }, { number: 2 }])
})

test('a value that cannot be encoded fails the transaction, and the next one is not affected', async () => {
  const text = 'select $1::text as value'
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const failed = db.transaction(tx =>
    Promise.all([tx.query({ text, values: ['a'] }), tx.query({ text, values: [circular] })]),
  )
  await expect(failed).rejects.toThrow()
  const { rows } = await db.transaction(tx => tx.query({ text, values: ['b'] }))
  expect(rows).toEqual([{ value: 'b' }])
})
