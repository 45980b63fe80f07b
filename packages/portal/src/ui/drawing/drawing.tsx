import type { ReactNode } from 'react'
import styles from './drawing.module.css'

/** x goes to the right front, y to the left front, z up. 0 is the middle of the ground; the picture is 80 wide and high. */
export type Point = readonly [x: number, y: number, z: number]
/** `tool`: heads, rails and cables. `dark`: openings and screens. `left` and `right` shade the sides of what lies below them. */
export type Material =
  | 'body'
  | 'wood'
  | 'steel'
  | 'tool'
  | 'dark'
  | 'accent'
  | 'on-accent'
  | 'left'
  | 'right'
  | 'shadow'

/** The view of the brands' pictures: from above, from the front corner. */
const project = ([x, y, z]: Point): string =>
  `${(40 + 0.866 * (x - y)).toFixed(1)} ${(54 + (x + y) / 2 - z).toFixed(1)}`

/** `sign`: lies on top, and is read from the front. `front`: stands upright, as large. */
const PLANES = {
  top: '.866 .5 -.866 .5',
  left: '.866 .5 0 -1',
  right: '-.866 .5 0 -1',
  sign: '1.22 0 0 .71',
  front: '1.22 0 0 1.22',
} as const

/** A flat shape between points. */
export const Shape = ({ of, points }: { of: Material; points: readonly Point[] }) => (
  <path data-of={of} d={`M${points.map(project).join('L')}Z`} />
)

/** A box with its lowest corner, at the back, at the point `at`. Its sides are its color, shaded. */
export function Box({ of, at, size }: { of: Material; at: Point; size: Point }) {
  const corner = (x: 0 | 1, y: 0 | 1, z: 0 | 1): Point => [
    at[0] + x * size[0],
    at[1] + y * size[1],
    at[2] + z * size[2],
  ]
  const front = [corner(1, 1, 1), corner(1, 1, 0)]
  const left = [corner(0, 1, 0), corner(0, 1, 1)]
  const right = [corner(1, 0, 1), corner(1, 0, 0)]
  return (
    <>
      <Shape of={of} points={[...left, corner(0, 0, 1), ...right, corner(1, 1, 0)]} />
      <Shape of="left" points={[...left, ...front]} />
      <Shape of="right" points={[...right, ...front.toReversed()]} />
    </>
  )
}

interface FlatProps {
  of: Material
  /** the plane that it lies in, and where its 0 is */
  on: keyof typeof PLANES
  at: Point
  /** SVG path; on the sides, up is positive */
  d: string
  /** width of the line; without it, the path is filled */
  line?: number
}

/** A path drawn on one side of a box. */
export const Flat = ({ of, on, at, d, line }: FlatProps) => (
  <path data-of={of} d={d} strokeWidth={line} transform={`matrix(${PLANES[on]} ${project(at)})`} />
)

/** Gives the parts their colors, also inside another picture. */
export const Scene = ({ children }: { children: ReactNode }) => <g className={styles.scene}>{children}</g>

/**
 * A thing on the grid of a machine's bed, lit from the left. Its parts are given from back to front. `isWide`: for a field that is twice
 * as wide as high.
 */
export const Drawing = ({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) => (
  <svg
    viewBox={isWide ? '-29 9 138 69' : '0 0 80 80'}
    className={styles.picture}
    aria-hidden="true"
    focusable="false"
  >
    <path className={styles.grid} d={GRID} transform={`matrix(${PLANES.top} 40 54)`} />
    <Scene>{children}</Scene>
  </svg>
)

const GRID = [-75, -60, -45, -30, -15, 0, 15, 30, 45, 60].map(at => `M${at}-90V90M-90 ${at}H90`).join('')
