import styles from './drawing.module.css'

/** SVG paths in a square of 80 */
export interface Strokes {
  /** outline, filled */
  readonly body: string
  readonly line: string
  /** what works or glows */
  readonly beam: string
}

/** A line drawing of a thing on the grid of a machine's bed. */
export const Drawing = ({ body, line, beam }: Strokes) => (
  <svg viewBox="0 0 80 80" className={styles.picture} aria-hidden="true" focusable="false">
    <path d="M0 20h80M0 40h80M0 60h80M20 0v80M40 0v80M60 0v80" className={styles.grid} />
    <path d={body} className={styles.body} />
    <path d={line} className={styles.line} />
    <path d={beam} className={styles.beam} />
  </svg>
)
