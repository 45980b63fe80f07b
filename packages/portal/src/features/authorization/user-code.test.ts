import { expect, test } from 'vitest'
import { groupUserCode } from './user-code.ts'

test.each([
  ['bcdf', 4, 'BCDF', 4],
  ['BCDF-', 5, 'BCDF', 4],
  ['BCDFg', 5, 'BCDF-G', 6],
  ['bcdf ghjk', 9, 'BCDF-GHJK', 9],
  ['BCDF-GHJK', 2, 'BCDF-GHJK', 2],
  ['BCxDF-GHJ', 3, 'BCXD-FGHJ', 3],
  ['something_longer', 4, 'something_longer', 4],
])('groups %j with the caret at %i', (typed, caret, text, after) => {
  expect(groupUserCode(typed, caret)).toEqual({ text, caret: after })
})
