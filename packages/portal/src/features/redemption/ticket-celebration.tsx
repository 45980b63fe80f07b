import styles from './ticket-celebration.module.css'

/** A ticket with a notch on either side. */
const TICKET =
  'M112 44h176a10 10 0 0 1 10 10v22a14 14 0 0 0 0 28v22a10 10 0 0 1-10 10H112a10 10 0 0 1-10-10v-22a14 14 0 0 0 0-28V54a10 10 0 0 1 10-10Z'
const BED = [
  ...Array.from({ length: 10 }, (_, index) => `M0 ${index * 20}H400`),
  ...Array.from({ length: 21 }, (_, index) => `M${index * 20} 0V180`),
].join('')
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
  <svg className={styles.scene} viewBox="0 0 400 180" aria-hidden="true">
    <path className={styles.bed} d={BED} />
    <rect className={styles.sheet} x="48" y="18" width="304" height="144" rx="6" />
    <path className={styles.hole} d={TICKET} />
    <g className={styles.offcuts} transform="translate(200 90)">
      {OFFCUTS.map(({ x, y, d }) => (
        <path key={`${x} ${y}`} d={d} style={{ '--x': `${x}px`, '--y': `${y}px` } as object} />
      ))}
    </g>
    <g className={styles.ticket}>
      <path className={styles.face} d={TICKET} />
      <path className={styles.perforation} d="M240 50v80" />
      <path className={styles.engraving} d="M142 92l16 16 34-38" pathLength="100" />
      <path className={styles.lines} d="M256 72h24M256 90h24M256 108h14" />
    </g>
    <path className={styles.kerf} d={TICKET} pathLength="100" />
  </svg>
)
