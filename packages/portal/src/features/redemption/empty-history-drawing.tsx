import styles from './empty-history-drawing.module.css'

/** Drawing: a sheet with the outline of a ticket that is not cut yet. */
export const EmptyHistoryDrawing = () => (
  <svg className={styles.scene} viewBox="0 0 160 96" aria-hidden="true">
    <path
      className={styles.bed}
      d="M0 16H160M0 32H160M0 48H160M0 64H160M0 80H160M20 0V96M50 0V96M80 0V96M110 0V96M140 0V96"
    />
    <rect className={styles.sheet} x="22" y="14" width="116" height="68" rx="4" />
    <path
      className={styles.mark}
      d="M46 28h68a5 5 0 0 1 5 5v8a7 7 0 0 0 0 14v8a5 5 0 0 1-5 5H46a5 5 0 0 1-5-5v-8a7 7 0 0 0 0-14v-8a5 5 0 0 1 5-5Z"
    />
  </svg>
)
