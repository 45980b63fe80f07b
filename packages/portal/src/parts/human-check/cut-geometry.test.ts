import { expect, test } from 'vitest'
import { CUT_PATH, pointsUpTo, SHEET } from './cut-geometry.ts'

test('the cut starts at one edge of the sheet, ends at the other and stays on the path', () => {
  expect(pointsUpTo(0).at(-1)).toEqual(CUT_PATH[0])
  const whole = pointsUpTo(1)
  expect(whole.at(-1)?.[0]).toBeCloseTo(SHEET.right)
  expect(whole).toHaveLength(CUT_PATH.length)
  expect(pointsUpTo(2)).toEqual(whole)
})

test('equal progress steps are equal lengths along the path', () => {
  const lengthOf = (done: number) => {
    const points = pointsUpTo(done)
    return points.reduce((sum, [x, y], index) => {
      const [fromX, fromY] = points[Math.max(index - 1, 0)] ?? [x, y]
      return sum + Math.hypot(x - fromX, y - fromY)
    }, 0)
  }
  expect(lengthOf(0.25) * 4).toBeCloseTo(lengthOf(1))
  expect(lengthOf(0.7) / lengthOf(1)).toBeCloseTo(0.7)
})
