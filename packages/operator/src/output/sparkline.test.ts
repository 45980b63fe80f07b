import { expect, test } from 'vitest'
import { sparkline } from './sparkline.ts'

test.each([
  [[], ''],
  [[0, 0], '▁▁'],
  [[0, 1, 8], '▁▂█'],
  [[5, 5, 5], '███'],
  [[0, 1_000_000], '▁█'],
])('%j is %s', (values, line) => {
  expect(sparkline(values)).toBe(line)
})
