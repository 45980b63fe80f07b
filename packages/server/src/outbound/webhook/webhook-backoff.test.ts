import { expect, test } from 'vitest'
import { webhookBackoff } from './webhook-backoff.ts'

test.each([
  [1, 5],
  [2, 10],
  [5, 80],
  [10, 2560],
  [11, 3600],
  [10_000, 3600],
])('waits after %d failures in a row for %d seconds', (failures, seconds) => {
  expect(webhookBackoff(failures)).toBe(seconds)
})
