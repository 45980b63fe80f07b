import { expect, test } from 'vitest'
import { concurrentHashes } from './password-hash.ts'

test.each([
  [2, '2', 4],
  [8, '8', 10],
  // With more threads than cores the queued hashes would run; with fewer they would wait anyway.
  [2, '4', 2],
  [1, '2', 1],
  [8, undefined, 8],
])('%i cores and %s threads run and queue %i hashes', (cores, threads, most) => {
  expect(concurrentHashes(cores, threads)).toBe(most)
})
