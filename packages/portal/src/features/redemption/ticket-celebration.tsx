import { Scene } from '../../ui/drawing/drawing.tsx'
import { TICKET, Ticket, TicketHole, TicketSheet } from './benefit-picture.tsx'
import styles from './ticket-celebration.module.css'

/** Turns a square of the bed or of the sheet into the view of the drawings: from above, from the front corner. */
const ISOMETRIC = '.866 .5 -.866 .5'
/** The lines of the bed, beyond the edges of the picture. */
const BED = Array.from({ length: 21 }, (_, index) => (index - 10) * 39)
  .map(at => `M${at}-390V390M-390 ${at}H390`)
  .join('')
/** Pieces that fly off: direction and shape. */
const OFFCUTS = [
  { x: -150, y: -60, d: 'M0-7l2 5h5l-4 3 2 6-5-4-5 4 2-6-4-3h5Z' },
  { x: -120, y: 58, d: 'M-6-6h12v12h-12Z' },
  { x: 150, y: -54, d: 'M-6 5l6-11 6 11Z' },
  { x: 132, y: 62, d: 'M0-7l2 5h5l-4 3 2 6-5-4-5 4 2-6-4-3h5Z' },
  { x: -64, y: -76, d: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0' },
  { x: 70, y: 78, d: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0' },
  { x: 60, y: -74, d: 'M-6-6h12v12h-12Z' },
  { x: -58, y: 76, d: 'M-6 5l6-11 6 11Z' },
]

/** Animation: a laser cuts a ticket out of a sheet. Static with `prefers-reduced-motion`. */
export const TicketCelebration = () => (
  <svg className={styles.picture} viewBox="0 0 400 180" aria-hidden="true">
    <path className={styles.bed} d={BED} transform={`matrix(${ISOMETRIC} 200 106)`} />
    <g className={styles.offcuts} transform="translate(200 90)">
      {OFFCUTS.map(({ x, y, d }) => (
        <path
          key={`${x} ${y}`}
          d={d}
          transform={`matrix(${ISOMETRIC} 0 0)`}
          style={{ '--x': `${x}px`, '--y': `${y}px` } as object}
        />
      ))}
    </g>
    <g transform="translate(96 -34) scale(2.6)">
      <Scene>
        <TicketSheet />
        <g className={styles.hole}>
          <TicketHole />
        </g>
        <path className={styles.kerf} d={TICKET} pathLength="100" transform={`matrix(${ISOMETRIC} 40 50)`} />
        <g className={styles.ticket}>
          <Ticket />
        </g>
      </Scene>
    </g>
  </svg>
)
