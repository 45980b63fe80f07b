import type { ReactNode } from 'react'
import styles from './choice.module.css'

/** Two answers of one rank, side by side. Long ones take a line each, as does an error after them. */
export const Choice = ({ children }: { children: ReactNode }) => (
  <div className={styles.choice}>{children}</div>
)
