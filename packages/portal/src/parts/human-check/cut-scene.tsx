import { CUT_PATH, pointsUpTo, SHEET, STAGE, toSvgPoints } from './cut-geometry.ts'
import styles from './cut-scene.module.css'

export interface CutSceneProps {
  /** how much of the path is cut, 0 to 1 */
  cut: number
  /** position of the laser on the path, 0 to 1 */
  head: number
  /** progress of the proof of work, 0 to 1 */
  warm: number
  burning: boolean
  /** the cut is complete and the halves move apart */
  apart: boolean
}

const { left, right, top, bottom } = SHEET
const UPPER = toSvgPoints([[left, top], [right, top], ...[...CUT_PATH].reverse()])
const LOWER = toSvgPoints([[left, bottom], [right, bottom], ...[...CUT_PATH].reverse()])
const WHOLE = toSvgPoints(CUT_PATH)
const GRAIN = [34, 47, 63, 128, 143, 155]

/** A sheet on a laser bed, the path to cut, and the gantry that cuts it. */
export function CutScene({ cut, head, warm, burning, apart }: CutSceneProps) {
  const [x, y] = pointsUpTo(head).at(-1) ?? [left, top]
  return (
    <svg
      className={styles.scene}
      viewBox={`0 0 ${STAGE.width} ${STAGE.height}`}
      data-apart={apart || undefined}
      aria-hidden="true"
    >
      <path className={styles.bed} d={bedLines()} />
      <g className={styles.upper}>
        <polygon className={styles.sheet} points={UPPER} />
        <path className={styles.grain} d={grain(y => y < 70)} />
        <polyline className={styles.edge} points={WHOLE} />
      </g>
      <g className={styles.lower}>
        <polygon className={styles.sheet} points={LOWER} />
        <path className={styles.grain} d={grain(y => y > 120)} />
        <polyline className={styles.edge} points={WHOLE} />
        <path className={styles.engraving} d="M182 142l12 11 24-26" pathLength="100" />
      </g>
      <polyline className={styles.seam} points={WHOLE} />
      <polyline className={styles.guide} points={WHOLE} />
      <polyline className={styles.kerf} points={toSvgPoints(pointsUpTo(cut))} />
      <g className={styles.gantry}>
        <rect className={styles.rail} x={x - 5} y="6" width="10" height="178" rx="3" />
        <path className={styles.railLine} d={`M${x} 12V178`} />
        {burning && (
          <g className={styles.sparks} transform={`translate(${x} ${y})`}>
            <path d="M-6-5l-11-9M-8 3l-14 3M4-9l3-14M6 7l9 10M-3 9l-6 12" />
          </g>
        )}
        <g transform={`translate(${x} ${y})`}>
          <rect className={styles.carriage} x="-17" y="-17" width="34" height="34" rx="8" />
          <circle className={styles.dial} r="11" />
          <circle
            className={styles.warm}
            r="11"
            pathLength="100"
            strokeDasharray={`${warm * 100} 100`}
            transform="rotate(-90)"
          />
          <circle className={styles.beam} r="4.5" data-burning={burning || undefined} />
        </g>
      </g>
    </svg>
  )
}

function bedLines(): string {
  const across = Array.from({ length: 10 }, (_, index) => `M0 ${index * 20 + 5}H${STAGE.width}`)
  const down = Array.from({ length: 20 }, (_, index) => `M${index * 20 + 10} 0V${STAGE.height}`)
  return [...across, ...down].join('')
}

/** Wood grain: a few long, slightly curved lines. */
const grain = (where: (y: number) => boolean): string =>
  GRAIN.filter(where)
    .map((y, index) => `M${left + 12 + index * 22} ${y}q90 ${index % 2 ? -7 : 6} ${190 - index * 18} 0`)
    .join('')
