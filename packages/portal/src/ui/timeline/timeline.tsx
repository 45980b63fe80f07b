import type { ReactNode } from 'react'
import styles from './timeline.module.css'

/** What happens one after the other, with `TimelineStep` for each. */
export const Timeline = ({ children }: { children: ReactNode }) => (
  <ol className={styles.timeline}>{children}</ol>
)

interface StepProps {
  title: ReactNode
  /** it has happened */
  done?: boolean
  children?: ReactNode
}

export const TimelineStep = ({ title, done = false, children }: StepProps) => (
  <li className={styles.step} data-done={done || undefined}>
    <strong>{title}</strong>
    {children && <p>{children}</p>}
  </li>
)
