import styles from './progress-ring.module.css'

/** Progress as a ring; `label` is its text for screen readers. */
export function ProgressRing({ done, all, label }: { done: number; all: number; label: string }) {
  const share = all === 0 ? 0 : done / all
  return (
    <svg
      className={styles.ring}
      viewBox="0 0 44 44"
      role="img"
      aria-label={label}
      data-full={share === 1 || undefined}
    >
      <circle cx="22" cy="22" r="19" pathLength={100} className={styles.rail} />
      {done > 0 && (
        <circle
          cx="22"
          cy="22"
          r="19"
          pathLength={100}
          className={styles.done}
          strokeDasharray={`${share * 100} 100`}
        />
      )}
      {share === 1 ? (
        <path d="M14 22.5l6 6 11-12" className={styles.check} />
      ) : (
        <text x="22" y="26.5" textAnchor="middle" className={styles.number}>
          {done}/{all}
        </text>
      )}
    </svg>
  )
}
