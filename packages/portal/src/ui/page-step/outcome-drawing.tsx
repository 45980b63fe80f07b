import type { ReactNode } from 'react'
import { Scene } from '../drawing/drawing.tsx'
import type { Tone } from '../tone.ts'
import styles from './outcome-drawing.module.css'

/** Turns a square of the sheet into the view of the brands' pictures: from above, from the front corner. */
const ON_SHEET = 'matrix(.866 .5 -.866 .5 160 80)'
const SIGNS: Readonly<Record<Tone, string>> = {
  success: 'M-11 1l8 8 15-17',
  info: '',
  warning: 'M0-12V2M0 9v1',
  danger: 'M-9-9L9 9M9-9L-9 9',
}

/**
 * A sheet on the bed of a laser: the part is cut and lifts off (success), is only drawn (info), or the cut stopped short
 * (warning, danger). The words beside it say the same. A success may show what was gained in place of the sheet,
 * an offer or a request what it is about.
 */
export const OutcomeDrawing = ({ tone, scene }: { tone: Tone; scene?: ReactNode }) => (
  <svg
    className={styles.drawing}
    viewBox="60 12 200 140"
    data-tone={tone}
    aria-hidden="true"
    focusable="false"
  >
    <path className={styles.bed} d={BED} transform={ON_SHEET} />
    {scene && (tone === 'success' || tone === 'info') ? (
      <>
        {/* In the middle, alone or together with the part beside it. */}
        <g transform={`translate(${tone === 'success' ? 79.5 : 104} 22) scale(1.4)`}>
          <Scene>{scene}</Scene>
        </g>
        {tone === 'success' && <g transform="translate(81.5 70) scale(.8)">{PART}</g>}
      </>
    ) : (
      <Sheet tone={tone} />
    )}
  </svg>
)

/** The part that was cut, with its tick. */
const PART = (
  <g className={styles.part}>
    <path className={styles.partSide} d="M130.6 44a29.4 17 0 0 0 58.8 0v6a29.4 17 0 0 1-58.8 0z" />
    <ellipse className={styles.partTop} cx="160" cy="44" rx="29.4" ry="17" />
    <path className={styles.sign} d={SIGNS.success} transform="translate(160 44) scale(1.22 .71)" />
  </g>
)

const Sheet = ({ tone }: { tone: Tone }) => (
  <>
    <rect
      className={styles.shadow}
      x="-48"
      y="-48"
      width="96"
      height="96"
      rx="8"
      transform="matrix(.866 .5 -.866 .5 160 98)"
    />
    <g className={styles.side}>
      <rect x="-48" y="-48" width="96" height="96" rx="8" transform="matrix(.866 .5 -.866 .5 160 86)" />
      <path d="M80.6 80h158.8v6H80.6z" />
    </g>
    <g transform={ON_SHEET}>
      <rect className={styles.sheet} x="-48" y="-48" width="96" height="96" rx="8" />
      <path className={styles.grain} d={GRAIN} />
    </g>
    {tone === 'success' ? (
      <>
        <ellipse className={styles.hole} cx="160" cy="80" rx="29.4" ry="17" />
        <path className={styles.wall} d="M130.6 80a29.4 17 0 0 1 58.8 0v6a29.4 17 0 0 0-58.8 0z" />
        <path className={styles.rails} d="M130.6 80V46M189.4 80V46" />
        {PART}
      </>
    ) : (
      <>
        <ellipse className={styles.guide} cx="160" cy="80" rx="29.4" ry="17" />
        <path className={styles.sign} d={SIGNS[tone]} transform="translate(160 80) scale(1.22 .71)" />
        {tone !== 'info' && (
          <>
            <path className={styles.kerf} d="M130.6 80a29.4 17 0 0 1 44.1-14.7" />
            <circle className={styles.end} cx="174.7" cy="65.3" r="3" />
          </>
        )}
      </>
    )}
  </>
)

/** The lines of the bed, 24 apart, beyond the edges of the picture. */
const BED = Array.from({ length: 21 }, (_, index) => (index - 10) * 24)
  .map(at => `M${at}-240V240M-240 ${at}H240`)
  .join('')
const GRAIN = 'M-40-34q30 5 76 0M-42 38q40-6 82 1M-44-14q8 3 14 2M34 16q4-3 8-2'
