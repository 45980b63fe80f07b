import styles from './spinner.module.css'

/** A decorative spinner without text; its parent announces the state. */
export function Spinner() {
  return (
    <svg className={styles.spinner} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" pathLength="100" />
      <circle cx="10" cy="10" r="7.5" pathLength="100" />
    </svg>
  )
}
