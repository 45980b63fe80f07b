import styles from './spinner.module.css'

/** Draws only; the words that say what is going on belong to whoever shows it. */
export function Spinner() {
  return (
    <svg className={styles.spinner} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" pathLength="100" />
      <circle cx="10" cy="10" r="7.5" pathLength="100" />
    </svg>
  )
}
