import { expect, test } from 'vitest'
import {
  clampPlacement,
  coverZoom,
  drawMatrix,
  outputSide,
  type Placement,
  quarterTurn,
} from './crop-geometry.ts'

const SIDE = 300
/** a picture of 4000 × 3000 pixels as a square crop area of 300 shows it at zoom 1 */
const media = { width: 400, height: 300 }
const at = (more: Partial<Placement> = {}): Placement => ({
  crop: { x: 0, y: 0 },
  rotation: 0,
  level: 1,
  ...more,
})

test('the shorter side covers the crop area; a rotated picture needs a larger zoom', () => {
  expect(coverZoom(media, SIDE, 0)).toBeCloseTo(1)
  expect(coverZoom(media, SIDE, 45)).toBeCloseTo(Math.SQRT2)
  expect(coverZoom(media, SIDE, 90)).toBeCloseTo(1)
})

test('a picture moved too far is moved back to the edge', () => {
  expect(clampPlacement(at({ crop: { x: 500, y: 500 } }), media, SIDE).crop).toEqual({ x: 50, y: 0 })
  const turned = clampPlacement(at({ crop: { x: 500, y: -500 }, rotation: 90 }), media, SIDE).crop
  expect(turned.x).toBeCloseTo(0)
  expect(turned.y).toBeCloseTo(-50)
})

test('the zoom level is clamped', () => {
  expect(clampPlacement(at({ level: 0.2 }), media, SIDE).level).toBe(1)
  expect(clampPlacement(at({ level: 9 }), media, SIDE).level).toBe(4)
})

test.each([0, 10, 33, 45, 60, 90, -120, 179])('rotated by %i°, the picture covers all corners', rotation => {
  for (const level of [1, 1.7, 4])
    for (const crop of [
      { x: 900, y: 20 },
      { x: -300, y: 700 },
      { x: 5, y: -5 },
    ]) {
      const [a, b, c, d, e, f] = drawMatrix(
        clampPlacement({ crop, rotation, level }, media, SIDE),
        media,
        SIDE,
        512,
      )
      const determinant = a * d - b * c
      for (const [x, y] of [
        [0, 0],
        [512, 0],
        [0, 512],
        [512, 512],
      ] as const) {
        const inPicture = {
          x: (d * (x - e) - c * (y - f)) / determinant,
          y: (a * (y - f) - b * (x - e)) / determinant,
        }
        expect(Math.abs(inPicture.x)).toBeLessThanOrEqual(media.width / 2 + 1e-6)
        expect(Math.abs(inPicture.y)).toBeLessThanOrEqual(media.height / 2 + 1e-6)
      }
    }
})

test('draws the untouched picture centered with its height filling the square', () => {
  expect(drawMatrix(at(), media, SIDE, 96)).toEqual([0.32, 0, -0, 0.32, 48, 48])
})

test('outputs no more pixels than the picture has, and at most 1024', () => {
  expect(outputSide(at(), media, SIDE, 4000)).toBe(1024)
  expect(outputSide(at({ level: 4 }), media, SIDE, 2000)).toBe(375)
  expect(outputSide(at(), media, SIDE, 32)).toBe(128)
})

test.each([
  [0, 90],
  [90, 180],
  [180, -90],
  [-90, 0],
  [100, -170],
])('a quarter turn from %i° is %i°', (from, to) => {
  expect(quarterTurn(from)).toBe(to)
})
