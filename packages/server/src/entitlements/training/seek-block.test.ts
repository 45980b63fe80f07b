import { expect, test } from 'vitest'
import { creditWatchedTime } from './seek-block.ts'

const start = { furthest: 10_000, bank: 0, duration: 60_000, elapsed: 5_000, position: 15_000 }

test.each([
  ['credits the time that has passed', {}, 15_000, 0],
  ['credits nothing for a jump and empties the bank', { bank: 1_000, position: 50_000 }, 10_000, 0],
  ['credits at most the elapsed time when the player is faster', { position: 16_500 }, 15_000, 0],
  ['stores the time of a pause, up to the lead', { position: 10_000 }, 10_000, 2_000],
  ['stores the time spent on watching again', { position: 4_000 }, 10_000, 2_000],
  ['credits stored time when a report arrives early', { bank: 1_000, elapsed: 4_000 }, 15_000, 0],
  ['credits nothing for the time before a late report', { elapsed: 20_000, position: 12_000 }, 10_000, 0],
  ['credits nothing when the clock goes back', { elapsed: -5_000, position: 11_000 }, 10_000, 0],
  ['never credits more than the video lasts', { furthest: 58_000, position: 90_000 }, 60_000, 2_000],
])('%s', (_behavior, report, furthest, bank) => {
  expect(creditWatchedTime({ ...start, ...report })).toEqual({ furthest, bank })
})
