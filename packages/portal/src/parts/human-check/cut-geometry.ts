/** Geometry of the human check's drawing, in SVG units: a row of finger joints across a sheet. */

type Point = readonly [x: number, y: number]

export const STAGE = { width: 400, height: 190 } as const
export const SHEET = { left: 32, right: 368, top: 26, bottom: 164 } as const

const [HIGH, LOW] = [78, 112]
const JOINTS = 4
/** The fingers taper, so that the lower half can slide away downwards. */
const SLANT = 5

function fingerJoints(): Point[] {
  const step = (SHEET.right - SHEET.left) / (JOINTS * 2 + 1)
  const points: Point[] = [[SHEET.left, LOW]]
  for (let joint = 0; joint < JOINTS; joint++) {
    const x = SHEET.left + step * (joint * 2 + 1)
    points.push([x - SLANT, LOW], [x + SLANT, HIGH], [x + step - SLANT, HIGH], [x + step + SLANT, LOW])
  }
  points.push([SHEET.right, LOW])
  return points
}

/** Progress is measured along this path, so the laser keeps its speed on the slanted edges. */
export const CUT_PATH: readonly Point[] = fingerJoints()

const lengths = CUT_PATH.slice(1).map(([x, y], index) => {
  const [fromX, fromY] = CUT_PATH[index] as Point
  return Math.hypot(x - fromX, y - fromY)
})
const totalLength = lengths.reduce((sum, length) => sum + length, 0)

/** The part of the path cut so far (`done` from 0 to 1). Its last point is the position of the laser. */
export function pointsUpTo(done: number): Point[] {
  const cut: Point[] = [CUT_PATH[0] as Point]
  let left = Math.min(Math.max(done, 0), 1) * totalLength
  for (const [index, length] of lengths.entries()) {
    const [fromX, fromY] = CUT_PATH[index] as Point
    const [x, y] = CUT_PATH[index + 1] as Point
    const part = Math.min(left / length, 1)
    cut.push([fromX + (x - fromX) * part, fromY + (y - fromY) * part])
    left -= length
    if (left <= 0) break
  }
  return cut
}

export const toSvgPoints = (points: readonly Point[]): string =>
  points.map(point => point.join(',')).join(' ')
