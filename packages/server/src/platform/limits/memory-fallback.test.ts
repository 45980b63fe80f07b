import { expect, test } from 'vitest'
import { createMemoryFallback } from './memory-fallback.ts'

test('allows a fifth of a limit to parallel attempts', async () => {
  const consumeInMemory = createMemoryFallback()
  const limit = { key: 'one', limit: 10, seconds: 900 }
  const waits = await Promise.all(Array.from({ length: 4 }, () => consumeInMemory([limit])))
  expect(waits).toEqual([undefined, undefined, 900, 900])
})

test('keys that share a bucket share its count, so that invented keys get no new ones', async () => {
  const consumeInMemory = createMemoryFallback()
  let allowed = 0
  for (let i = 0; i < 40_000; i++)
    if ((await consumeInMemory([{ key: `invented-${i}`, limit: 5, seconds: 900 }])) === undefined) allowed++
  expect(allowed).toBeGreaterThan(0)
  expect(allowed).toBeLessThanOrEqual(16_384)
})
