import { expect, test } from 'vitest'
import { ExhaustedKeys } from './exhausted-keys.ts'
import { createMemoryFallback } from './memory-fallback.ts'

const MEGABYTE = 2 ** 20

test('keeps memory bounded with a million invented keys', async () => {
  const consumeInMemory = createMemoryFallback()
  const exhausted = new ExhaustedKeys()
  const use = async (from: number, to: number): Promise<void> => {
    for (let i = from; i < to; i++) {
      await consumeInMemory([{ key: `fail-row:invented-${i}`, limit: 100, seconds: 900 }])
      exhausted.add({ key: `fail-row:invented-${i}`, points: 100, wait: 900 })
    }
  }
  await use(0, 100_000)
  const before = process.memoryUsage().heapUsed
  await use(100_000, 1_000_000)
  // Nine times as many keys: without a bound they would take some 200 MB.
  expect((process.memoryUsage().heapUsed - before) / MEGABYTE).toBeLessThan(30)
}, 60_000)

test('stays strict for keys that share a bucket', async () => {
  const consumeInMemory = createMemoryFallback()
  const limit = { limit: 10, seconds: 900 }
  const waits = await Promise.all(
    Array.from({ length: 4 }, () => consumeInMemory([{ key: 'one', ...limit }])),
  )
  expect(waits).toEqual([undefined, undefined, 900, 900])
})
