import { expect, test } from 'vitest'
import { concurrentHashes } from './password-hash.ts'

test.each([
  [2, '2', 4],
  [8, '8', 10],
  // More threads than cores would run what is meant to wait; fewer never let a hash pass them.
  [2, '4', 2],
  [1, '2', 1],
  [8, undefined, 8],
])('%i cores and %s threads have %i hashes under way', (cores, threads, most) => {
  expect(concurrentHashes(cores, threads)).toBe(most)
})
